import { parseEvent, type RecordedEvent } from "@attestory/events/catalogue.ts";
import type { StoredEvent } from "@attestory/events/envelope.ts";
import type { Sealing } from "../vault/sealing.ts";
import { BackupFault } from "./backup-fault.ts";
import type { Line } from "./read-backup.ts";

/** The events of these lines, with their personal fields decrypted. @throws BackupFault with the line of an event that cannot be read */
export async function decryptLines(sealing: Sealing, events: readonly Line<StoredEvent>[]): Promise<RecordedEvent[]> {
  const recorded = events.map(({ line, content }) => {
    try {
      return { line, event: parseEvent(content) };
    } catch (error) {
      throw new BackupFault(line, (error as Error).message);
    }
  });
  try {
    return await sealing.decrypt(recorded.map(({ event }) => event));
  } catch {
    // One by one, to say which line it is.
    const one = async ({ line, event }: { line: number; event: RecordedEvent }) => {
      try {
        return await sealing.decrypt([event]);
      } catch (error) {
        throw new BackupFault(line, (error as Error).message);
      }
    };
    const each: RecordedEvent[] = [];
    for (const event of recorded) each.push(...(await one(event)));
    return each;
  }
}
