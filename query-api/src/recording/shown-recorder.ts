import { type EventLog, VersionConflict } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { NewEvent } from "@attestory/events/catalogue.ts";
import { auditStream } from "@attestory/events/envelope.ts";

/** Appends to the log what a person is about to be shown. What cannot be recorded must not be shown. */
export type RecordShown = (userId: string, fact: NewEvent) => Promise<void>;

/** The same person may look in several windows at once. */
const attempts = 5;

export const shownRecorder =
  ({ log, sealing }: { log: Pick<EventLog, "read" | "append">; sealing: Pick<Sealing, "seal"> }): RecordShown =>
  async (userId, fact) => {
    const stream = auditStream(userId);
    const sealed = await sealing.seal(stream, [fact]);
    for (let attempt = 1; ; attempt++) {
      try {
        await log.append(stream, (await log.read(stream, 0, 1)).version, sealed);
        return;
      } catch (error) {
        if (!(error instanceof VersionConflict) || attempt === attempts) throw error;
      }
    }
  };
