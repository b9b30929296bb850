import { resolve } from "node:path";
import { figure, line, ratios } from "./figures.ts";
import type { Load } from "./load.ts";
import { loadRound, type Server } from "./processes.ts";
import { processorMs } from "./processor-ms.ts";
import { crowd, prepareSubject, type Subject } from "./subject.ts";

/**
 * `npm run bench:versus -- CHECKOUT` compares this checkout with another one, such as a worktree of the commit before: the processor time of
 * the service for a request. Both run at once, and the load alternates between them. Processor time says small differences that wall time
 * does not, on a machine that is never quite idle.
 */
const other = process.argv[2];
if (!other) throw new Error("usage: npm run bench:versus -- CHECKOUT");
const programs = { ours: null, theirs: resolve(other, "standalone/src/main.js") };

const pairs = 21;
const seconds = 4;

interface Side {
  subject: Subject;
  server: Server;
}

async function open(program: string | null): Promise<Side> {
  const subject = await prepareSubject({ NODE_ENV: "test", RATE_LIMITS: "off", SMTP_URL: "" }, crowd);
  return { subject, server: await subject.start(program ?? undefined) };
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

/** Milliseconds of processor time for a request. */
async function round({ subject, server }: Side, call: Call): Promise<number> {
  const { path, ...load } = call(subject);
  const before = processorMs(server);
  const url = `${subject.url.replace("localhost", "127.0.0.1")}${path}`;
  const { perSecond } = await loadRound({ ...load, url, seconds });
  return (processorMs(server) - before) / (perSecond * seconds);
}

const ours = await open(programs.ours);
const theirs = await open(programs.theirs);
for (const [name, call] of Object.entries(calls)) {
  const [here, there]: [number[], number[]] = [[], []];
  await round(ours, call);
  await round(theirs, call);
  for (let pair = 0; pair < pairs; pair++) {
    // In turns, so that a machine that slows down favours neither.
    if (pair % 2) there.push(await round(theirs, call));
    here.push(await round(ours, call));
    if (pair % 2 === 0) there.push(await round(theirs, call));
  }
  process.stdout.write(`${line(`${name}, here`, figure(here), "ms")}\n`);
  process.stdout.write(`${line(`${name}, there`, figure(there), "ms")}\n`);
  process.stdout.write(`${line("  ratio", ratios(here, there), "")}\n`);
}
for (const { subject, server } of [ours, theirs]) {
  await server.stop();
  subject.remove();
}
