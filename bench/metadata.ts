import { figure, line, ratios } from "./figures.ts";
import { loadRound } from "./processes.ts";
import { startBareRoute } from "./start-bare-route.ts";
import { prepareSubject } from "./subject.ts";

const rounds = 5;
const load = { method: "GET", headers: {}, connections: 32, seconds: 5 } as const;
const paths = ["/api/oauth/jwks", "/.well-known/openid-configuration"];

/** JWKS and discovery, in turns with a bare Express route that sends the same bytes and headers and logs the same line. */
export async function measureMetadata(): Promise<string[]> {
  const subject = await prepareSubject();
  const server = await subject.start();
  const lines: string[] = [];
  for (const path of paths) {
    const bare = await startBareRoute(subject, path);
    const url = subject.url.replace("localhost", "127.0.0.1") + path;
    await Promise.all([loadRound({ ...load, url, seconds: 2 }), loadRound({ ...load, url: bare.url, seconds: 2 })]);
    const [ours, peer]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      ours.push((await loadRound({ ...load, url })).perSecond);
      peer.push((await loadRound({ ...load, url: bare.url })).perSecond);
    }
    await bare.stop();
    lines.push(
      line(`GET ${path}`, figure(ours), "/s"),
      line("  bare Express route, same answer and line", figure(peer), "/s"),
      line("  ratio (at least 0.8)", ratios(ours, peer), ""),
    );
  }
  await server.stop();
  subject.remove();
  return lines;
}
