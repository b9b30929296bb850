import { figure, line, ratios } from "./figures.ts";
import { loadRound } from "./processes.ts";
import { startBareRoute } from "./start-bare-route.ts";
import { prepareSubject } from "./subject.ts";

const rounds = 5;
const seconds = 5;
const connections = 32;

/** GET /api/auth/me with a valid token, compared with a bare Express route that sends the same bytes and headers and logs the same line. */
export async function measureMe(): Promise<string[]> {
  const subject = await prepareSubject();
  const server = await subject.start();
  const headers = { authorization: `Bearer ${subject.token}` };
  const bare = await startBareRoute(subject, "/api/auth/me", headers);
  const { url } = bare;

  const load = { method: "GET", headers, connections, seconds } as const;
  const me = { ...load, url: `${subject.url.replace("localhost", "127.0.0.1")}/api/auth/me` };
  await Promise.all([loadRound({ ...me, seconds: 2 }), loadRound({ ...load, url, seconds: 2 })]);
  const [ours, peer, p99]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const one = await loadRound(me);
    ours.push(one.perSecond);
    p99.push(one.p99Ms);
    peer.push((await loadRound({ ...load, url })).perSecond);
  }
  await Promise.all([server.stop(), bare.stop()]);
  subject.remove();
  return [
    line("GET /api/auth/me", figure(ours), "/s"),
    line("  the same, p99", figure(p99), "ms"),
    line("  bare Express route, same answer and line", figure(peer), "/s"),
    line("  ratio (at least 0.5)", ratios(ours, peer), ""),
  ];
}
