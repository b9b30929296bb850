import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import type { Analytics } from "@attestory/query-api/analytics/schema.ts";
import { figure, line } from "../figures.ts";
import { loadRound } from "../processes.ts";
import { prepareSubject } from "../subject.ts";
import { grantAdmin } from "./grant-admin.ts";

const rounds = 5;
const seconds = 5;
const people = Number(process.env.BENCH_USERS ?? 20_000);
const dayMs = 86_400_000;

interface Asking {
  url: string;
  /** Of a session of an admin. */
  token: string;
}

/** The figures of a year until today: of a service that has just started, and then again and again. */
export async function analyticsLines({ url, token }: Asking): Promise<string[]> {
  const headers = { authorization: `Bearer ${token}` };
  const today = Date.now();
  const [from, to] = [today - 364 * dayMs, today].map((at) => new Date(at).toISOString().slice(0, 10));
  const year = `${url.replace("localhost", "127.0.0.1")}/api/admin/analytics?from=${from}&to=${to}`;
  await untilCaughtUp(`${url}/api/admin/analytics?from=${to}&to=${to}`, headers);
  const startedAt = performance.now();
  const answer = await fetch(year, { headers });
  const body = (await answer.json()) as Analytics;
  const first = performance.now() - startedAt;
  if (answer.status !== 200) throw new Error(`a year of figures answered ${answer.status}: ${JSON.stringify(body)}`);
  const active = body.months.map(({ activeUsers }) => activeUsers);
  const [alone, together]: [number[], number[]] = [[], []];
  const load = { method: "GET", url: year, headers, seconds } as const;
  for (let round = 0; round < rounds; round++) {
    alone.push((await loadRound({ ...load, connections: 1 })).p99Ms);
    together.push((await loadRound({ ...load, connections: 4 })).p99Ms);
  }
  return [
    line("a year of figures, the first after a start", figure([first]), "ms"),
    line("  p99, one at a time", figure(alone), "ms"),
    line("  p99, four at once", figure(together), "ms"),
    line("  users of a month", figure(active), ""),
  ];
}

/** Until then the service answers 503. */
async function untilCaughtUp(url: string, headers: Record<string, string>): Promise<void> {
  for (;;) {
    const { status } = await fetch(url, { headers });
    if (status === 200) return;
    if (status !== 503) throw new Error(`the figures of today answered ${status}`);
    await wait(200);
  }
}

/** The analytics of a service with so many people (`BENCH_USERS`) and their events of two years. */
export async function measureAnalytics(): Promise<string[]> {
  const subject = await prepareSubject({ REQUIRE_ADMIN_2FA: "off" }, people);
  const { folder, url, key, email } = subject;
  const env = { DATA_DIR: join(folder, "data"), PUBLIC_URL: url, MASTER_KEY: key.toString("base64") };
  await grantAdmin(env, email);
  const server = await subject.start();
  const lines = await analyticsLines(subject);
  await server.stop();
  subject.remove();
  return [`of ${people.toLocaleString("en")} people`, ...lines];
}
