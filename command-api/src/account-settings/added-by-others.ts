import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { mailStream, type Position, userStream } from "@attestory/events/envelope.ts";
import { factorsAdded } from "../sign-in/factors-added.ts";

/** The events of the user's stream between which the account was not only its owner's. */
interface Ends {
  change: Position;
  /** The undo; null if the change is not undone. */
  undo: Position | null;
}

interface AddressChange {
  userId: string;
  changeId: string;
  /** Where those were appended that had been checked before the undo. The undo itself if left out. */
  until?: Position | null;
}

interface Added {
  /** Whether the change is undone already. */
  isUndone: boolean;
  addedAt: Date[];
}

/**
 * When second factors and recovery codes were added that are not known to be the owner's: after the change of the address, until it was
 * undone; and before it, if no email had told the owner by then. Goes by the positions of the log, because the clocks of processes differ.
 */
export async function addedByOthers(log: EventLog, { userId, changeId, until = null }: AddressChange): Promise<Added> {
  const ends = await endsOf(log, userId, changeId);
  if (!ends) return { isUndone: false, addedAt: [] };
  const added = await factorsAdded(log, userId);
  const isOthers = await Promise.all(
    added.map((event) => isByOthers(log, event, { ...ends, undo: until ?? ends.undo })),
  );
  const addedAt = added.flatMap(({ recordedAt }, at) => (isOthers[at] ? [recordedAt] : []));
  return { isUndone: ends.undo !== null, addedAt };
}

async function endsOf(log: EventLog, userId: string, changeId: string): Promise<Ends | null> {
  const { events } = await log.read(userStream(userId));
  const change = events.find(({ id, type }) => type === "EmailChanged" && id === changeId);
  const undo = events.find((event) => event.type === "EmailChangeUndone" && event.data.changeId === changeId);
  return change ? { change: change.position, undo: undo?.position ?? null } : null;
}

async function isByOthers(log: EventLog, { id, position }: RecordedEvent, { change, undo }: Ends): Promise<boolean> {
  if (position > change) return undo === null || position <= undo;
  const { events } = await log.read(mailStream(id));
  return !events.some((outcome) => outcome.type === "LetterSent" && outcome.position < change);
}
