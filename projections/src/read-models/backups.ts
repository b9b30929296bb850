import {
  type BackupEvent,
  type BackupFailed,
  type BackupProven,
  type BackupTaken,
  backupEvents,
} from "@attestory/events/backup-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

/** The newest of each that the service took by itself. `at`: ISO 8601. */
export interface BackupsDocument {
  taken: (BackupTaken["data"] & { at: string }) | null;
  proven: (BackupProven["data"] & { at: string }) | null;
  /** Null once a later backup was proven. */
  failed: (BackupFailed["data"] & { at: string }) | null;
}

export const noBackups: BackupsDocument = { taken: null, proven: null, failed: null };

/** `at`: when the event was recorded. */
export function backupsAfter(before: BackupsDocument, event: BackupEvent, at: string): BackupsDocument {
  switch (event.type) {
    case "BackupTaken":
      return { ...before, taken: { ...event.data, at } };
    case "BackupProven":
      return { ...before, proven: { ...event.data, at }, failed: null };
    case "BackupFailed":
      return { ...before, failed: { ...event.data, at } };
  }
}

/** Of the one document. */
export const backupsKey = "all";

/** `exportedAt`: when an admin last exported everything by the API. ISO 8601. */
export interface KnownBackups extends BackupsDocument {
  exportedAt: string | null;
}

export const noKnownBackups: KnownBackups = { ...noBackups, exportedAt: null };

/** What became of the backups: those that the service takes by itself, and those that admins take. */
export const backups: Projection<KnownBackups> = defineProjection({
  name: "backups@2",
  group: "other",
  personal: "sealed",
  indexes: {},
  keys: () => [backupsKey],
  covers: backupEvents,
  initial: () => noKnownBackups,
  evolve: {
    BackupTaken: withOwn,
    BackupProven: withOwn,
    BackupFailed: withOwn,
    ExportTaken: (before, { recordedAt }) => ({ ...before, exportedAt: recordedAt.toISOString() }),
  },
});

/** With one that the service took by itself. */
function withOwn(before: KnownBackups, event: RecordedEvent<BackupEvent>): KnownBackups {
  return { ...before, ...backupsAfter(before, event, event.recordedAt.toISOString()) };
}
