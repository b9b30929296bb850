import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Events of `backups`: the backups that the service takes by itself. */

const file = z.string().max(100);
const position = z.string().regex(/^\d+$/);
const count = z.int().nonnegative();

/** The file is whole and on the disk. It holds every event up to this position. */
export const backupTaken = defineEvent(
  "BackupTaken",
  1,
  z.object({
    file,
    position,
    bytes: count,
    events: count,
    keys: count,
    /** Whether only the owner of the recipient's identity can read it. */
    isEncrypted: z.boolean(),
    /** How long the writing took. */
    ms: count,
  }),
);

/** The file was restored, and gave the same events and counts as the log. */
export const backupProven = defineEvent(
  "BackupProven",
  1,
  z.object({
    file,
    position,
    events: count,
    accounts: count,
    applications: count,
    consents: count,
    /** How long the proof took. */
    ms: count,
  }),
);

/** No file was written, or the one that was written did not pass the proof. The reason names no person. */
export const backupFailed = defineEvent(
  "BackupFailed",
  1,
  z.object({ file: file.nullable(), step: z.enum(["writing", "proof"]), reason: z.string().max(500) }),
);

export const backupEvents = [backupTaken, backupProven, backupFailed] as const;
export type BackupTaken = EventOf<typeof backupTaken>;
export type BackupProven = EventOf<typeof backupProven>;
export type BackupFailed = EventOf<typeof backupFailed>;
export type BackupEvent = BackupTaken | BackupProven | BackupFailed;
