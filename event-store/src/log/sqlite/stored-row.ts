import type { SQLOutputValue } from "node:sqlite";
import type { StoredEvent, StreamName } from "@attestory/events/envelope.ts";
import { DamagedEvent } from "../event-log.ts";
import { hasChecksum } from "../stored-bytes.ts";

export const columns =
  "position, stream, version, id, type, schema_version, recorded_at, person, data, metadata, sealed, lower(hex(checksum))";

/** In the order of `columns`. */
type Row = [
  position: number,
  stream: StreamName,
  version: number,
  id: string,
  type: string,
  schemaVersion: number,
  recordedAt: number,
  person: string | null,
  data: string,
  metadata: string,
  sealed: Uint8Array | null,
  checksum: string,
];

/** Positions have no gaps and are in no checksum: a wrong one was changed, or another event is missing. @throws DamagedEvent */
export function inPlace(row: Row, due: number): Row {
  if (row[0] === due) return row;
  throw new DamagedEvent(`the event at position ${row[0]} found where ${due} was expected`);
}

/** The statement returns arrays, which its type does not say. */
export const rowsOf = (rows: Record<string, SQLOutputValue>[]) => rows as unknown as Row[];

/** @throws DamagedEvent */
export function checked(row: Row): StoredEvent {
  const [position, stream, version, id, type, schemaVersion, recordedAt, person, data, metadata, sealed, checksum] =
    row;
  const place = BigInt(position);
  // biome-ignore format: one by one, and not spread: this is the innermost loop of every rebuild
  const stored: StoredEvent = { id, stream, version, position: place, type, schemaVersion, recordedAt, person, data, metadata, sealed };
  if (!hasChecksum(stored, checksum)) {
    throw new DamagedEvent(`the event at position ${position} does not match its checksum`);
  }
  return stored;
}
