import type { BackupEvent, BackupFailed, BackupProven, BackupTaken } from "@attestory/events/backup-events.ts";
import type { Projection } from "./projection.ts";

/** The newest of each. `at`: ISO 8601. */
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

/** What became of the backups that the service takes by itself. */
export const backups: Projection<BackupsDocument, BackupEvent> = {
  name: "backups@1",
  group: "other",
  takes: ["BackupTaken", "BackupProven", "BackupFailed"],
  personal: "sealed",
  indexes: {},
  keys: () => [backupsKey],
  evolve: (document, event) => backupsAfter(document ?? noBackups, event, event.recordedAt.toISOString()),
};
