import { setTimeout as wait } from "node:timers/promises";
import { figure, line, ratios } from "./figures.ts";
import { flood } from "./flood.ts";
import { loadRound } from "./processes.ts";
import { crowd, prepareSubject } from "./subject.ts";

const rounds = 5;
const seconds = 8;
const connections = 4;
/** More than the hashing queue holds. */
const atOnce = 70;
/** The flood begins this long before the load. */
const aheadSeconds = 2;

/** Sign-ins of honest people while one account floods the service with its right password, in turns with the same load alone. */
export async function measureFloodedSignIn(): Promise<string[]> {
  return [
    "only the hashing queue (RATE_LIMITS=off)",
    ...(await measure({ NODE_ENV: "test", RATE_LIMITS: "off", SMTP_URL: "" })),
    "with the limits on attempts, too",
    ...(await measure({})),
  ];
}

async function measure(overrides: Record<string, string>): Promise<string[]> {
  const subject = await prepareSubject(overrides, crowd);
  const server = await subject.start();
  const url = `${subject.url.replace("localhost", "127.0.0.1")}/api/auth/login`;
  const load = {
    url,
    method: "POST",
    headers: { "content-type": "application/json" },
    bodies: subject.logins.map((login) => JSON.stringify(login)),
    connections,
    seconds,
  } as const;
  const { email, password } = subject;
  const attack = { url, body: JSON.stringify({ email, password }), atOnce, seconds: seconds + aheadSeconds };
  await loadRound({ ...load, seconds: 3 });
  const [alone, flooded] = [
    { rate: [] as number[], p99: [] as number[] },
    { rate: [] as number[], p99: [] as number[] },
  ];
  const answers: Record<string, number> = {};
  const measureInto = async ({ rate, p99 }: typeof alone) => {
    // Fails if a single honest sign-in does.
    const one = await loadRound(load);
    rate.push(one.perSecond);
    p99.push(one.p99Ms);
  };
  for (let round = 0; round < rounds; round++) {
    await measureInto(alone);
    const flooding = flood(attack);
    await wait(aheadSeconds * 1000);
    await measureInto(flooded);
    for (const [status, count] of Object.entries(await flooding)) answers[status] = (answers[status] ?? 0) + count;
  }
  await server.stop();
  subject.remove();
  return [
    line(`  sign-in, ${connections} at once, alone`, figure(alone.rate), "/s"),
    line(`  the same beside ${atOnce} at once of one account`, figure(flooded.rate), "/s"),
    line("  ratio (at least 0.5)", ratios(flooded.rate, alone.rate), ""),
    line("  p99 alone", figure(alone.p99), "ms"),
    line("  p99 beside the flood", figure(flooded.p99), "ms"),
    line("  ratio (at most 2)", ratios(flooded.p99, alone.p99), ""),
    `  the flood was answered ${JSON.stringify(answers)}`,
  ];
}
