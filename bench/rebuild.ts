import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEventLog } from "@attestory/event-store/log/open-event-log.ts";
import { scanAhead } from "@attestory/event-store/log/scan-ahead.ts";
import { openKeyring } from "@attestory/event-store/vault/keyring.ts";
import { masterKey } from "@attestory/event-store/vault/master-key.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import { createSealing } from "@attestory/event-store/vault/sealing.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import type { Projection } from "@attestory/projections/read-models/projection.ts";
import { type RebuildParts, rebuild } from "@attestory/projections/rebuild/rebuild.ts";
import { openBuilds, openLeases } from "@attestory/projections/store/open-read-store.ts";
import { figure, line, ratios } from "./figures.ts";
import { type Mix, writeLog } from "./rebuild-log.ts";

const rounds = 3;
const events = Number(process.env.BENCH_EVENTS ?? 1_000_000);

/** Rebuilds single projections from a log of a million events (`BENCH_EVENTS`): reads and checks every event, applies those they handle. */
export async function measureRebuild(): Promise<string[]> {
  return [
    `of ${events.toLocaleString("en")} events, by two threads and by one, in turns; in brackets what one processor second does`,
    ...(await measureMix("realistic", "one in ten opened, at least 60,000")),
    ...(await measureMix("personal", "every one opened, at least 25,000")),
  ];
}

async function measureMix(mix: Mix, what: string): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "attestory-bench-"));
  const key = randomBytes(32);
  await writeLog(dataDir, key, mix, events);
  const { close, scanAhead: ahead, ...alone } = await openParts(dataDir, key);
  const taken = mix === "realistic" ? allProjections : allProjections.filter(({ name }) => name.startsWith("users"));
  const lines: string[] = [];
  for (const projection of taken) {
    const [two, one]: [Round[], Round[]] = [[], []];
    for (let turn = 0; turn < rounds; turn++) {
      two.push(await measured(projection, { ...alone, scanAhead: ahead }));
      one.push(await measured(projection, alone));
    }
    const speed = (all: Round[]) => all.map(({ perSecond }) => perSecond);
    lines.push(line(`rebuild ${projection.name}, ${what}`, figure(speed(two)), "/s"));
    lines.push(line("  by one thread", figure(speed(one)), "/s"));
    lines.push(line("  ratio", ratios(speed(two), speed(one)), ""));
    lines.push(line("  [the thread that folds]", figure(two.map(({ perOwnSecond }) => perOwnSecond)), ""));
    lines.push(line("  [all other threads]", figure(two.map(({ perOtherSecond }) => perOtherSecond)), ""));
    lines.push(line("  [by one thread]", figure(one.map(({ perProcessorSecond }) => perProcessorSecond)), ""));
  }
  await close();
  rmSync(dataDir, { recursive: true });
  return lines;
}

/** Events per second of clock time, of this thread's processor time, of all other threads' processor time, and of both together. */
interface Round {
  perSecond: number;
  perOwnSecond: number;
  perOtherSecond: number;
  perProcessorSecond: number;
}

async function measured(projection: Projection, parts: RebuildParts): Promise<Round> {
  const [all, own] = [process.cpuUsage(), process.threadCpuUsage()];
  const { seconds } = await rebuild(projection, parts, () => undefined, new AbortController().signal);
  const sum = ({ user, system }: NodeJS.CpuUsage) => (user + system) / 1e6;
  const [allSeconds, ownSeconds] = [sum(process.cpuUsage(all)), sum(process.threadCpuUsage(own))];
  return {
    perSecond: events / seconds,
    perOwnSecond: events / ownSeconds,
    perOtherSecond: events / (allSeconds - ownSeconds),
    perProcessorSecond: events / allSeconds,
  };
}

async function openParts(dataDir: string, key: Buffer) {
  const onFault = (error: Error) => {
    throw error;
  };
  const location = { dataDir, generation: 1 };
  const log = await openEventLog({ ...location, writes: false, onFault });
  const vault = await openVault({ dataDir, writes: false, onFault });
  const sealing = createSealing(await openKeyring(vault, masterKey(key), log));
  const [builds, leases] = [await openBuilds(location), await openLeases(location)];
  return {
    ...{ log, sealing, builds, leases, holder: randomUUID(), scanAhead: scanAhead(location) },
    close: () => Promise.all([builds.close(), leases.close(), vault.close(), log.close()]),
  };
}
