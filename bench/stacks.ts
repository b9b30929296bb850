import { startDistributed } from "@attestory/e2e/distributed/start-distributed.ts";
import { call, givenSignedInUser } from "@attestory/e2e/http/client.ts";
import { startAsOperator } from "@attestory/e2e/start-stack.ts";
import { figure, line } from "./figures.ts";
import { foldDistributed, foldEmbedded } from "./folding.ts";
import { loadRound } from "./processes.ts";

const rounds = 3;
/** People at a time: one alone, and enough for every core to serve several. */
const crowds = [1, 8];
const writesEach = 40;

/** Compares the distributed stack, on the servers that tests use, with the embedded one. They are not the real servers: see the README. */
export async function measureStacks(): Promise<string[]> {
  const lines: string[] = [];
  const embedded = await startAsOperator();
  try {
    for (const people of crowds) lines.push(...(await measureWrites("embedded", embedded.url, people)));
  } finally {
    await embedded.remove();
  }
  lines.push(...(await measureFolding()));
  const distributed = await startDistributed({}, { command: 2, query: 2, projections: 1, mail: 1 });
  try {
    for (const people of crowds) lines.push(...(await measureWrites("distributed", distributed.url, people)));
    const queries = distributed.of("query").map(({ url }) => url);
    lines.push(...(await measureQueries(queries, distributed.url)));
  } finally {
    await distributed.remove();
  }
  return lines;
}

/** `people` users change their names at once. Each reads its own write with the log position of that write, then reads again without it. */
async function measureWrites(stack: string, url: string, people: number): Promise<string[]> {
  const [writes, reads, plain]: [number[], number[], number[]] = [[], [], []];
  const one = async () => {
    const { token } = await givenSignedInUser(url);
    for (let n = 0; n < writesEach; n++) {
      const body = { firstName: `n${n}`, lastName: "" };
      const written = await timed(writes, () => call(url, "PUT /api/user/profile", { token, body }));
      const mark = { "X-Log-Position": written.headers.get("X-Log-Position") ?? "" };
      const read = await timed(reads, () => call(url, "GET /api/auth/me", { token, headers: mark }));
      if (written.status !== 200 || read.body.user?.firstName !== `n${n}`)
        throw new Error(`stale or refused: ${read.status}`);
      await timed(plain, () => call(url, "GET /api/auth/me", { token }));
    }
  };
  await Promise.all(Array.from({ length: people }, one));
  return [
    percentiles(`${stack}: a write, ${people} at a time`, writes),
    percentiles("  reading what was just written", reads),
    percentiles("  reading again", plain),
  ];
}

async function timed<Result>(into: number[], ask: () => Promise<Result>): Promise<Result> {
  const began = performance.now();
  const result = await ask();
  into.push(performance.now() - began);
  return result;
}

function percentiles(name: string, times: readonly number[]): string {
  const sorted = times.toSorted((a, b) => a - b);
  const at = (share: number) => (sorted[Math.floor(share * (sorted.length - 1))] ?? Number.NaN).toFixed(1);
  return `${name.padEnd(44)} p50 ${at(0.5)} ms, p99 ${at(0.99)} ms`;
}

async function measureFolding(): Promise<string[]> {
  const [files, servers]: [number[], number[]] = [[], []];
  for (let round = 0; round < rounds; round++) {
    files.push(await foldEmbedded());
    servers.push(await foldDistributed());
  }
  return [
    line("embedded: events folded as they are followed", figure(files), "/s"),
    line("distributed: the same", figure(servers), "/s"),
  ];
}

/** The same load on one query-api process, then on each of two at once. */
async function measureQueries(urls: readonly string[], gateway: string): Promise<string[]> {
  const { token } = await givenSignedInUser(gateway);
  const load = { method: "GET", headers: { authorization: `Bearer ${token}` }, connections: 16, seconds: 4 } as const;
  const round = (url: string) => loadRound({ ...load, url: `${url.replace("localhost", "127.0.0.1")}/api/auth/me` });
  const [one, two]: [number[], number[]] = [[], []];
  for (let n = 0; n < rounds; n++) {
    one.push((await round(urls[0] ?? "")).perSecond);
    const both = await Promise.all(urls.map(round));
    two.push(both.reduce((sum, { perSecond }) => sum + perSecond, 0));
  }
  return [
    line("GET /api/auth/me of one query-api", figure(one), "/s"),
    line(`the same of ${urls.length} (1.7 times, where cores allow)`, figure(two), "/s"),
  ];
}
