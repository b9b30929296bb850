import { argon2Alone } from "./argon2-alone.ts";
import { figure, line, ratios } from "./figures.ts";
import { loadRound } from "./processes.ts";
import type { Subject } from "./subject.ts";

const rounds = 5;
const seconds = 8;
const concurrency = 4;

interface Compared {
  /** The name of the measurement in the output. */
  what: string;
  path: string;
  bodies: readonly object[];
  /** The wanted ratio, in words. */
  wanted: string;
}

/** Measures calls that hash a password, in turns with argon2id alone at the same parameters and concurrency. */
export async function measureBesideArgon2(
  subject: Subject,
  { what, path, bodies, wanted }: Compared,
): Promise<string[]> {
  const server = await subject.start();
  const load = {
    url: `${subject.url.replace("localhost", "127.0.0.1")}${path}`,
    method: "POST",
    headers: { "content-type": "application/json" },
    bodies: bodies.map((body) => JSON.stringify(body)),
    connections: concurrency,
    seconds,
  } as const;
  await loadRound({ ...load, seconds: 3 });
  const [ours, alone, p99]: [number[], number[], number[]] = [[], [], []];
  for (let round = 0; round < rounds; round++) {
    const one = await loadRound(load);
    ours.push(one.perSecond);
    p99.push(one.p99Ms);
    alone.push(await argon2Alone(concurrency, seconds));
  }
  await server.stop();
  subject.remove();
  return [
    line(`${what}, ${concurrency} at once`, figure(ours), "/s"),
    line("  the same, p99", figure(p99), "ms"),
    line("  argon2id alone, as many at once", figure(alone), "/s"),
    line(`  ratio${wanted}`, ratios(ours, alone), ""),
  ];
}
