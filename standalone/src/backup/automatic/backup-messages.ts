import type { GivenMasterKeys } from "@attestory/event-store/vault/master-key-file.ts";
import type { BackupFailed, BackupProven, BackupTaken } from "@attestory/events/backup-events.ts";
import type { BackupPlace } from "./backup-place.ts";

/** What the thread gets that takes and proves one backup. */
export interface BackupRequest {
  dataDir: string;
  generation: number;
  masterKeys: GivenMasterKeys;
  place: BackupPlace;
  recipient: string | null;
  /** How many backups stay. */
  keep: number;
  /** The folder in which it is restored. */
  work: string;
  now: Date;
}

/** What came of a backup. After a failure nothing follows. `detail`: for the log of the process. */
export type BackupMessage = BackupTaken | BackupProven | (BackupFailed & { detail: string });

/** What the thread reports. */
export type ThreadMessage = BackupMessage | { type: "OldBackupsNotRemoved"; detail: string };
