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

/** Takes backups if the settings ask for them. */
export async function openBackups(
  parts: Omit<AutomaticBackupsParts, "settings"> & { settings: BackupSettings | null },
): Promise<Backups> {
  const { settings, now } = parts;
  if (!settings) return off;
  const { state, fault, close } = await startAutomaticBackups({ ...parts, settings });
  return { fault, close, gauge: (metrics) => gaugeBackups(metrics, { state }, now) };
}
