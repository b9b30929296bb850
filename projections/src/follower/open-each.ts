import { DamagedSeal, type Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";

/** Events as a fold takes them. */
export interface Openable {
  events: readonly RecordedEvent[];
  /** Why the seals of these, by event id, did not open. */
  damaged?: ReadonlyMap<string, DamagedSeal>;
}

/** Opens events at once; where one's seal is damaged, each by itself, so that the others are not held up by it. */
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
