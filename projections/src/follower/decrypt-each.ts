import { PersonKeyMissing } from "@attestory/event-store/vault/keyring.ts";
import { DamagedSeal, type Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";

/** The events that `foldBatch` takes. */
export interface DecryptedEvents {
  events: readonly RecordedEvent[];
  /** Why events could not be decrypted, by event id: a damaged seal, or a missing key. */
  damaged?: ReadonlyMap<string, Error>;
}

const cannotDecrypt = (error: unknown): error is Error =>
  error instanceof DamagedSeal || error instanceof PersonKeyMissing;

/** Decrypts all events in one call; if one cannot be decrypted, each event by itself, so that the others are not blocked. */
export async function decryptEach(
  events: readonly RecordedEvent[],
  sealing: Pick<Sealing, "decrypt">,
): Promise<DecryptedEvents> {
  try {
    return { events: await sealing.decrypt(events) };
  } catch (error) {
    if (!cannotDecrypt(error)) throw error;
  }
  const damaged = new Map<string, Error>();
  const decryptOne = async (event: RecordedEvent): Promise<RecordedEvent> => {
    try {
      const [decrypted = event] = await sealing.decrypt([event]);
      return decrypted;
    } catch (error) {
      if (!cannotDecrypt(error)) throw error;
      damaged.set(event.id, error);
      return event;
    }
  };
  return { events: await Promise.all(events.map(decryptOne)), damaged };
}
