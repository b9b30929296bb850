import type { BackupFailed, BackupProven, BackupTaken } from "@attestory/events/backup-events.ts";
import type { BackupPlace } from "./backup-place.ts";

/** What the thread gets that takes and proves one backup. */
export interface BackupRequest {
  dataDir: string;
  generation: number;
  masterKey: Uint8Array;
  place: BackupPlace;
  recipient: string | null;
  /** The folder in which it is restored. */
  work: string;
  now: Date;
}

/** What the thread reports. After a failure nothing follows. `detail`: for the log of the process. */
export type BackupMessage = BackupTaken | BackupProven | (BackupFailed & { detail: string });
