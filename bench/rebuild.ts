import { randomBytes } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import type { Projection } from "@attestory/projections/read-models/projection.ts";
import { openRebuildParts } from "@attestory/projections/rebuild/command/open-rebuild-parts.ts";
import { type RebuildParts, rebuild } from "@attestory/projections/rebuild/rebuild.ts";
import { figure, line } from "./figures.ts";
import { type Mix, writeLog } from "./rebuild-log.ts";

const rounds = 3;
const events = Number(process.env.BENCH_EVENTS ?? 1_000_000);

/** Rebuilds single projections from a log of a million events (`BENCH_EVENTS`): reads and checks every event, applies those they handle. */
export async function measureRebuild(): Promise<string[]> {
  return [
    `of ${events.toLocaleString("en")} events, in brackets per second of processor time`,
    ...(await measureMix("realistic", "one in ten decrypted, at least 60,000")),
    ...(await measureMix("personal", "every one decrypted, at least 25,000")),
  ];
}

async function measureMix(mix: Mix, what: string): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "attestory-bench-"));
  const key = randomBytes(32);
  await writeLog(dataDir, key, { mix, count: events });
  const { close, ...parts } = await openParts(dataDir, key);
  const measuredProjections =
    mix === "realistic" ? allProjections : allProjections.filter(({ name }) => name.startsWith("users"));
  const lines: string[] = [];
  for (const projection of measuredProjections) {
    const measured: Round[] = [];
    for (let turn = 0; turn < rounds; turn++) measured.push(await measureRound(projection, parts));
    const perSecond = figure(measured.map((round) => round.perSecond));
    lines.push(line(`rebuild ${projection.name}, ${what}`, perSecond, "/s"));
    lines.push(line("  [processor time]", figure(measured.map((round) => round.perProcessorSecond)), ""));
  }
  await close();
  rmSync(dataDir, { recursive: true });
  return lines;
}

/** Events per second of clock time, and of processor time. */
interface Round {
  perSecond: number;
  perProcessorSecond: number;
}

async function measureRound(projection: Projection, parts: RebuildParts): Promise<Round> {
  const before = process.cpuUsage();
  const { seconds } = await rebuild(projection, parts, new AbortController().signal);
  const { user, system } = process.cpuUsage(before);
  return { perSecond: events / seconds, perProcessorSecond: events / ((user + system) / 1e6) };
}

async function openParts(dataDir: string, key: Buffer) {
  const onFault = (error: Error) => {
    throw error;
  };
  const location = { dataDir, generation: 1 };
  const stores = await openLocalStores({ ...location, masterKeys: [key], writes: false, onFault });
  return openRebuildParts(stores, location);
}
