import { argon2Alone } from "./argon2-alone.ts";
import { figure, line, ratios } from "./figures.ts";
import { loadRound } from "./processes.ts";
import { prepareSubject } from "./subject.ts";

const rounds = 5;
const seconds = 8;
const concurrency = 4;

/** POST /api/auth/login, compared with argon2id alone with the same parameters and concurrency. */
export async function measureSignIn(): Promise<string[]> {
  const subject = await prepareSubject();
  const server = await subject.start();
  const load = {
    url: `${subject.url.replace("localhost", "127.0.0.1")}/api/auth/login`,
    method: "POST",
    headers: { "content-type": "application/json" },
    body: JSON.stringify({ email: subject.email, password: subject.password }),
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
    line(`sign-in, ${concurrency} at once`, figure(ours), "/s"),
    line("  the same, p99", figure(p99), "ms"),
    line("  argon2id alone, as many at once", figure(peer), "/s"),
    line("  ratio (at least 0.85)", ratios(ours, peer), ""),
  ];
}
