import { figure, line, ratios } from "./figures.ts";
import { loadRound, type Server } from "./processes.ts";
import { processorMs } from "./processor-ms.ts";
import { startBareRoute } from "./start-bare-route.ts";
import { prepareSubject } from "./subject.ts";

const rounds = 5;
const load = { method: "GET", headers: {}, connections: 32, seconds: 5 } as const;
const paths = ["/api/oauth/jwks", "/.well-known/openid-configuration"];

/** A round, and the processor time of the server for a request: other work on the machine makes that longer less than it lowers a rate. */
async function measured(server: Pick<Server, "pid">, url: string) {
  const before = processorMs(server);
  const { perSecond } = await loadRound({ ...load, url });
  return { perSecond, ms: (processorMs(server) - before) / (perSecond * load.seconds) };
}

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
    const [ourMs, peerMs]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      const [one, other] = [await measured(server, url), await measured(bare, bare.url)];
      ours.push(one.perSecond);
      ourMs.push(one.ms);
      peer.push(other.perSecond);
      peerMs.push(other.ms);
    }
    await bare.stop();
    lines.push(
      line(`GET ${path}`, figure(ours), "/s"),
      line("  bare Express route, same answer and line", figure(peer), "/s"),
      line("  ratio (at least 0.8)", ratios(ours, peer), ""),
      line("  processor time for a request", figure(ourMs), "ms"),
      line("  of the bare route", figure(peerMs), "ms"),
      line("  bare route's time / ours", ratios(peerMs, ourMs), ""),
    );
  }
  await server.stop();
  subject.remove();
  return lines;
}
