import { randomBytes } from "node:crypto";
import { mkdirSync, mkdtempSync, rmSync } from "node:fs";
import { tmpdir } from "node:os";
import { join } from "node:path";
import { exportFile } from "@attestory/command-api/backup/export-file.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { importFile } from "@attestory/standalone/backup/import-file.ts";
import { figure, line } from "./figures.ts";
import { writeLog } from "./rebuild-log.ts";

const rounds = 3;
const count = Number(process.env.BENCH_EVENTS ?? 200_000);

const onFault = (error: Error) => {
  throw error;
};

/** Writes a backup of a log (`BENCH_EVENTS`), and restores it with every check into an empty folder. */
export async function measureBackup(): Promise<string[]> {
  const folder = mkdtempSync(join(tmpdir(), "attestory-bench-"));
  const key = randomBytes(32);
  await writeLog(folder, key, { mix: "realistic", count });
  const [written, restored] = [[] as number[], [] as number[]];
  for (let round = 0; round < rounds; round++) {
    const file = join(folder, `${round}.sql`);
    written.push(await perSecond(() => exportFrom(folder, key, file)));
    restored.push(await perSecond(() => importInto(join(folder, `restored-${round}`), key, file)));
  }
  const memory = process.resourceUsage().maxRSS / 1024;
  rmSync(folder, { recursive: true });
  return [
    `of ${count.toLocaleString("en")} events`,
    line("export, at least 100,000", figure(written), "/s"),
    line("import with every check, at least 50,000", figure(restored), "/s"),
    line("most memory of this process", figure([memory]), "MB"),
  ];
}

async function perSecond(work: () => Promise<unknown>): Promise<number> {
  const started = performance.now();
  await work();
  return count / ((performance.now() - started) / 1000);
}

async function exportFrom(dataDir: string, key: Buffer, file: string): Promise<void> {
  const stores = await openLocalStores({ dataDir, generation: 1, readMasterKey: () => key, writes: false, onFault });
  await exportFile(file, stores.backupSource, { now: new Date() });
  await stores.close();
}

function importInto(dataDir: string, masterKey: Buffer, file: string) {
  mkdirSync(dataDir);
  const flags = { by: null, foreign: false, withoutAdmin: true, dryRun: false };
  return importFile({ file, dataDir, masterKey, now: new Date(), ...flags, onFault });
}
