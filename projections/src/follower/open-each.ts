import { DamagedSeal, type Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";

/** The events that `foldBatch` takes. */
export interface Openable {
  events: readonly RecordedEvent[];
  /** Why events could not be decrypted, by event id. */
  damaged?: ReadonlyMap<string, DamagedSeal>;
}

/** Decrypts all events in one call; if a seal is damaged, each event by itself, so that the others are not blocked. */
export async function openEach(events: readonly RecordedEvent[], sealing: Pick<Sealing, "decrypt">): Promise<Openable> {
  try {
    return { events: await sealing.decrypt(events) };
  } catch (error) {
    if (!(error instanceof DamagedSeal)) throw error;
  }
  const damaged = new Map<string, DamagedSeal>();
  const openOne = async (event: RecordedEvent): Promise<RecordedEvent> => {
    try {
      const [opened = event] = await sealing.decrypt([event]);
      return opened;
    } catch (error) {
      if (!(error instanceof DamagedSeal)) throw error;
      damaged.set(event.id, error);
      return event;
    }
  };
  return { events: await Promise.all(events.map(openOne)), damaged };
}
