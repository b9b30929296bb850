import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { BackupEvent } from "@attestory/events/backup-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { maxClockSkewMs } from "@attestory/events/clock-skew.ts";
import { backupsStream } from "@attestory/events/envelope.ts";
import { type BackupsDocument, backupsAfter, noBackups } from "@attestory/projections/read-models/backups.ts";
import type { BackupSettings } from "./backup-variables.ts";

/** More than three intervals have, at two events a backup or one a failure; what is older changes no decision. */
const newest = 200;
const retrySeconds = 3600;
/** A proof that is older than so many intervals is a fault. */
const intervals = 3;

/** What the log says about the newest backups. */
export async function readBackupState(log: Pick<EventLog, "read">): Promise<BackupsDocument> {
  const { version } = await log.read(backupsStream, 0, 1);
  const { events } = await log.read(backupsStream, Math.max(0, version - newest));
  return (events as RecordedEvent<BackupEvent>[]).reduce(
    (state, event) => backupsAfter(state, event, event.recordedAt.toISOString()),
    noBackups,
  );
}

/** Whether a backup is to be taken, while none is. One that was missed is made up, once. */
export function isDue(
  { taken, proven, failed }: BackupsDocument,
  { everySeconds }: Pick<BackupSettings, "everySeconds">,
  now: Date,
): boolean {
  const isOver = (at: string, seconds: number) => {
    const elapsedMs = now.getTime() - Date.parse(at);
    // The clock was wrong then: nobody knows how long ago that was.
    return elapsedMs >= seconds * 1000 || elapsedMs < -maxClockSkewMs;
  };
  if (failed) return isOver(failed.at, Math.min(everySeconds, retrySeconds));
  if (!taken) return true;
  // The process ended during the proof.
  if (proven?.file !== taken.file) return true;
  return isOver(taken.at, everySeconds);
}

/** Why an operator should look, in words that may be shown to anyone; else null. `since`: when the process started. */
export function backupFault(
  { proven, failed }: BackupsDocument,
  { everySeconds, since }: { everySeconds: number; since: Date },
  now: Date,
): string | null {
  if (failed) return failed.step === "proof" ? "the last backup did not pass its proof" : "the last backup failed";
  const last = proven ? Date.parse(proven.at) : since.getTime();
  const isOld = now.getTime() - last > intervals * everySeconds * 1000;
  return isOld ? `no backup was proven for ${intervals} intervals` : null;
}
