import type { EventLog } from "../log/event-log.ts";
import { type Keyring, PersonKeyMissing } from "./keyring.ts";

/** How many of the newest events are read: what a start can afford. Everyone who registered or was active in them is checked. */
const newestEvents = 1000;

interface Check {
  log: Pick<EventLog, "readBack">;
  keyring: Pick<Keyring, "personKeys">;
  reportError(message: string, error: unknown): void;
}

/**
 * Checks at a start that the vault has the keys of the newest persons, which a vault older than the log lacks. The keyring remembers
 * missing keys, so readiness reports them before anyone asks for one. Never throws: others can be served.
 */
export async function checkNewestPersons({ log, keyring, reportError }: Check): Promise<void> {
  try {
    await keyring.personKeys(await newestPersons(log));
  } catch (error) {
    const isOlder = error instanceof PersonKeyMissing;
    reportError(isOlder ? "vault older than the event log" : "keys of the newest persons not checked", error);
  }
}

/** The persons of whom the newest events hold personal data, unless their key was destroyed since. */
async function newestPersons(log: Pick<EventLog, "readBack">): Promise<Set<string>> {
  const events = await log.readBack(newestEvents);
  const persons = new Set(events.flatMap(({ person, stored }) => (person && stored.sealed ? [person] : [])));
  for (const event of events) if (event.type === "PersonKeyDestroyed") persons.delete(event.data.personId);
  return persons;
}
