import { randomBytes, randomUUID } from "node:crypto";
import { mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { openEventLog } from "@attestory/events/log/open-event-log.ts";
import { scanAhead } from "@attestory/events/log/scan-ahead.ts";
import { openKeyring } from "@attestory/events/vault/keyring.ts";
import { masterKey } from "@attestory/events/vault/master-key.ts";
import { openVault } from "@attestory/events/vault/open-vault.ts";
import { createSealing } from "@attestory/events/vault/sealing.ts";
import { allProjections } from "@attestory/projections/all-projections.ts";
import { rebuild } from "@attestory/projections/rebuild/rebuild.ts";
import { openBuilds, openLeases } from "@attestory/projections/store/open-read-store.ts";
import { figure, line } from "./figures.ts";
import { type Mix, writeLog } from "./rebuild-log.ts";

const rounds = 3;
const events = Number(process.env.BENCH_EVENTS ?? 1_000_000);

/** Rebuilding one projection from a log of a million events (`BENCH_EVENTS`): each event read, checked, and folded where it is taken. */
export async function measureRebuild(): Promise<string[]> {
  return [
    `of ${events.toLocaleString("en")} events; in brackets what one processor second does, whoever else uses the machine`,
    ...(await measureMix("realistic", "one in ten opened, at least 60,000")),
    ...(await measureMix("personal", "every one opened, at least 25,000")),
  ];
}

async function measureMix(mix: Mix, what: string): Promise<string[]> {
  const dataDir = mkdtempSync(join(tmpdir(), "attestory-bench-"));
  const key = randomBytes(32);
  await writeLog(dataDir, key, mix, events);
  const parts = await openParts(dataDir, key);
  const taken = mix === "realistic" ? allProjections : allProjections.filter(({ name }) => name.startsWith("users"));
  const lines: string[] = [];
  for (const projection of taken) {
    const [wall, processor]: [number[], number[]] = [[], []];
    for (let round = 0; round < rounds; round++) {
      const before = process.cpuUsage();
      const { seconds } = await rebuild(projection, parts, () => undefined, new AbortController().signal);
      const { user, system } = process.cpuUsage(before);
      wall.push(events / seconds);
      processor.push((events * 1e6) / (user + system));
    }
    lines.push(line(`rebuild ${projection.name}, ${what}`, figure(wall), "/s"));
    lines.push(line("  [a processor second]", figure(processor), ""));
  }
  await parts.close();
  rmSync(dataDir, { recursive: true });
  return lines;
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
