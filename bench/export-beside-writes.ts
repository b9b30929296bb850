import { join } from "node:path";
import { signIn } from "@attestory/e2e/http/client.ts";
import { attestory } from "./command-line.ts";
import { figure, line, ratios } from "./figures.ts";
import type { LoadResult } from "./load.ts";
import { loadRound } from "./processes.ts";
import { prepareSubject } from "./subject.ts";

const people = Number(process.env.BENCH_USERS ?? 20_000);
const rounds = 5;
const seconds = 8;
const atOnce = 4;
/** As many as fit into the arguments of a program. */
const signingIn = 500;

/** Sign-ins, each of which writes a session, while exports run one after the other: by the API, and by the command line beside the service. */
export async function measureExportBesideWrites(): Promise<string[]> {
  const subject = await prepareSubject({ NODE_ENV: "test", RATE_LIMITS: "off" }, people);
  const { url, email, key } = subject;
  const dataDir = join(subject.folder, "data");
  await attestory(["grant-admin", email], dataDir, key);
  const server = await subject.start();
  const load = {
    url: `${url.replace("localhost", "127.0.0.1")}/api/auth/login`,
    method: "POST",
    headers: { "content-type": "application/json" },
    bodies: subject.logins.slice(0, signingIn).map((body) => JSON.stringify(body)),
    connections: atOnce,
    seconds,
  } as const;
  const ways = {
    alone: null,
    "beside exports by the API": async () =>
      void (await downloaded(url, await signIn(url, { ...subject, username: "" }))),
    "beside exports by the command line": async () => {
      const file = join(subject.folder, `${performance.now()}.sql`);
      await attestory(["export", file], dataDir, key);
    },
  };
  await loadRound({ ...load, seconds: 3 });
  const most = await measured(ways, load);
  const offeredPerSecond = Math.floor(figure(most.get("alone")?.map(({ perSecond }) => perSecond) ?? []).median / 2);
  const half = await measured(ways, { ...load, offeredPerSecond });
  await server.stop();
  subject.remove();
  return [
    `sign-ins, ${atOnce} at once, as many as possible`,
    ...lines(most),
    `sign-ins, half as many (${offeredPerSecond} a second)`,
    ...lines(half),
  ];
}

type Ways = Readonly<Record<string, (() => Promise<void>) | null>>;
type Figures = Map<string, LoadResult[]>;

/** Rounds of load, in turns with nothing and with each way to export beside it. */
async function measured(ways: Ways, load: Parameters<typeof loadRound>[0]): Promise<Figures> {
  const figures: Figures = new Map(Object.keys(ways).map((way) => [way, []]));
  for (let round = 0; round < rounds; round++) {
    for (const [way, exportOnce] of Object.entries(ways)) {
      const running = loadRound(load);
      let isOver = false;
      const over = running.finally(() => {
        isOver = true;
      });
      while (exportOnce && !isOver) await exportOnce();
      figures.get(way)?.push(await over);
    }
  }
  return figures;
}

function lines(figures: Figures): string[] {
  const perSecond = (way: string) => figures.get(way)?.map((result) => result.perSecond) ?? [];
  return [...figures].flatMap(([way, results]) => [
    line(`  ${way}`, figure(perSecond(way)), "/s"),
    line("    p99", figure(results.map(({ p99Ms }) => p99Ms)), "ms"),
    ...(way === "alone" ? [] : [line("    ratio, at least 0.9", ratios(perSecond(way), perSecond("alone")), "")]),
  ]);
}

async function downloaded(url: string, token: string): Promise<void> {
  const { ok, status, body } = await fetch(`${url}/api/admin/export`, {
    headers: { authorization: `Bearer ${token}` },
  });
  if (!ok || !body) throw new Error(`the export was answered with ${status}`);
  for await (const _ of body);
}
