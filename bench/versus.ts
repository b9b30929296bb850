import { resolve } from "node:path";
import { figure, line, ratios } from "./figures.ts";
import type { Load } from "./load.ts";
import { loadRound, type Server } from "./processes.ts";
import { processorMs } from "./processor-ms.ts";
import { crowd, prepareSubject, type Subject } from "./subject.ts";
import { type PrepareRound, tokenCalls } from "./token-calls.ts";

/**
 * `npm run bench:versus -- CHECKOUT [CALL...]` compares this checkout with another one, such as a worktree of the commit before: the processor time of
 * the service for a request, of all calls or of those that are named. Both run at once, and the load alternates between them. Processor time
 * says small differences that wall time does not, on a machine that is never quite idle. `BENCH_PAIRS` sets another number of rounds.
 */
const [other, ...named] = process.argv.slice(2);
if (!other) throw new Error("usage: npm run bench:versus -- CHECKOUT [CALL...]");
const programs = { ours: null, theirs: resolve(other, "standalone/src/main.js") };

const pairs = Number(process.env.BENCH_PAIRS ?? 21);
const seconds = 4;

interface Side {
  subject: Subject;
  server: Server;
  rounds: Record<string, PrepareRound>;
}

async function open(program: string | null): Promise<Side> {
  const subject = await prepareSubject({ NODE_ENV: "test", RATE_LIMITS: "off", SMTP_URL: "" }, crowd);
  const server = await subject.start(program ?? undefined);
  const simple = Object.entries(calls).map(([name, call]) => [name, async () => () => send(subject, call)] as const);
  return { subject, server, rounds: { ...Object.fromEntries(simple), ...(await tokenCalls(subject, seconds)) } };
}

type Call = (subject: Subject) => Pick<Load, "method" | "headers" | "bodies" | "connections"> & { path: string };
const json = { "content-type": "application/json" };
const calls: Record<string, Call> = {
  "GET /api/auth/me": ({ token }) => ({
    path: "/api/auth/me",
    method: "GET",
    headers: { authorization: `Bearer ${token}` },
    connections: 16,
  }),
  "sign-in": ({ logins }) => ({
    path: "/api/auth/login",
    method: "POST",
    headers: json,
    bodies: logins.map((login) => JSON.stringify(login)),
    connections: 4,
  }),
  register: () => ({
    path: "/api/auth/register",
    method: "POST",
    headers: json,
    bodies: [JSON.stringify({ email: "b{n}@example.org", username: "b{n}", password: "correct horse battery" })],
    connections: 4,
  }),
};

/** Returns how many requests were answered. */
async function send(subject: Subject, call: Call): Promise<number> {
  const { path, ...load } = call(subject);
  const url = `${subject.url.replace("localhost", "127.0.0.1")}${path}`;
  return (await loadRound({ ...load, url, seconds })).perSecond * seconds;
}

/** Milliseconds of processor time for a request. */
async function round({ server, rounds }: Side, name: string): Promise<number> {
  const run = await rounds[name]?.();
  if (!run) throw new Error(`there is no call ${name}: use ${Object.keys(rounds).join(", ")}`);
  const before = processorMs(server);
  const answered = await run();
  return (processorMs(server) - before) / answered;
}

const ours = await open(programs.ours);
const theirs = await open(programs.theirs);
for (const name of named.length > 0 ? named : Object.keys(ours.rounds)) {
  const [here, there]: [number[], number[]] = [[], []];
  await round(ours, name);
  await round(theirs, name);
  for (let pair = 0; pair < pairs; pair++) {
    // In turns, so that a machine that slows down favours neither.
    if (pair % 2) there.push(await round(theirs, name));
    here.push(await round(ours, name));
    if (pair % 2 === 0) there.push(await round(theirs, name));
  }
  process.stdout.write(`${line(`${name}, here`, figure(here), "ms")}\n`);
  process.stdout.write(`${line(`${name}, there`, figure(there), "ms")}\n`);
  process.stdout.write(`${line("  ratio", ratios(here, there), "")}\n`);
}
for (const { subject, server } of [ours, theirs]) {
  await server.stop();
  subject.remove();
}
