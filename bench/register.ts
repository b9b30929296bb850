import { argon2Alone } from "./argon2-alone.ts";
import { figure, line, ratios } from "./figures.ts";
import { loadRound } from "./processes.ts";
import { prepareSubject } from "./subject.ts";

const rounds = 5;
const seconds = 8;
const concurrency = 4;

/** POST /api/auth/register, each durable before its answer, compared with argon2id alone at the same concurrency. */
export async function measureRegister(): Promise<string[]> {
  // One network registers more people than its rate limit allows, and each of them is sent an email.
  const subject = await prepareSubject({ NODE_ENV: "test", RATE_LIMITS: "off", SMTP_URL: "" });
  const server = await subject.start();
  const load = {
    url: `${subject.url.replace("localhost", "127.0.0.1")}/api/auth/register`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: "b{n}@example.org", username: "b{n}", password: "correct horse battery" }),
    connections: concurrency,
    seconds,
  } as const;
  await loadRound({ ...load, seconds: 3 });
  const [ours, peer, p99]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const one = await loadRound(load);
    ours.push(one.perSecond);
    p99.push(one.p99Ms);
    peer.push(await argon2Alone(concurrency, seconds));
  }
  await server.stop();
  subject.remove();
  return [
    line(`registrations, ${concurrency} at once`, figure(ours), "/s"),
    line("  the same, p99", figure(p99), "ms"),
    line("  argon2id alone, as many at once", figure(peer), "/s"),
    line("  ratio", ratios(ours, peer), ""),
  ];
}
