import type { Position } from "@attestory/events/envelope.ts";
import { type NoteKey, openNote, signNote } from "./signed-note.ts";

/** Who was erased from a log. It is kept outside the log, for backups from before. */
export interface ErasureLedger {
  /** That of the log. */
  generation: number;
  /** It has everyone who was erased until there. */
  position: Position;
  /** That of the event there: a log that was restored may have grown past the position. */
  eventId: string;
  /** UUIDs of the accounts that were erased. Nothing else is known of them. */
  personIds: ReadonlySet<string>;
}

const uuid = /^[0-9a-f]{8}(?:-[0-9a-f]{4}){3}-[0-9a-f]{12}$/;
const upTo = /^([1-9]\d{0,8}) ([1-9]\d{0,18}) ([0-9a-f-]{36})$/;

/** The first line keeps it apart from a checkpoint, whose first line is the name alone. */
const originOf = ({ name }: NoteKey): string => `${name} erasures`;

/** The ledger as a signed note. */
export const signErasureLedger = ({ generation, position, eventId, personIds }: ErasureLedger, key: NoteKey): string =>
  signNote([originOf(key), `${generation} ${position} ${eventId}`, ...personIds, ""].join("\n"), key);

/** Null unless it is an erasure ledger that the key has signed. */
export function openErasureLedger(note: string, key: NoteKey): ErasureLedger | null {
  const [origin, place = "", ...lines] = (openNote(note, key) ?? "").split("\n");
  const [, generation, position = "", eventId = ""] = upTo.exec(place) ?? [];
  const personIds = lines.slice(0, -1);
  if (origin !== originOf(key) || generation === undefined || !personIds.every((id) => uuid.test(id))) return null;
  return { generation: Number(generation), position: BigInt(position), eventId, personIds: new Set(personIds) };
}
