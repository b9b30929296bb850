import { rm } from "node:fs/promises";
import { join } from "node:path";
import { type AutomaticBackupsParts, startAutomaticBackups } from "./automatic-backups.ts";
import { gaugeBackups } from "./backup-gauges.ts";
import type { BackupSettings } from "./backup-variables.ts";

export interface Backups {
  /** Why an operator should look, in words that may be shown to anyone; else null. */
  fault(): string | null;
  gauge(metrics: Parameters<typeof gaugeBackups>[0]): void;
  close(): Promise<void>;
}

const off: Backups = { fault: () => null, gauge: () => undefined, close: async () => undefined };

type BackupsParts = Omit<AutomaticBackupsParts, "settings" | "work"> & { settings: BackupSettings | null };

/** In the data folder, which others cannot read. */
const workFolder = "backup-proof";

/** Takes backups if the settings ask for them. */
export async function openBackups(parts: BackupsParts): Promise<Backups> {
  const { settings, dataDir, now } = parts;
  const work = join(dataDir, workFolder);
  // Also if no backups are taken any more: it would keep the keys of whoever is erased from now on.
  await rm(work, { recursive: true, force: true });
  if (!settings) return off;
  const { state, fault, close } = await startAutomaticBackups({ ...parts, settings, work });
  return { fault, close, gauge: (metrics) => gaugeBackups(metrics, { state }, now) };
}
