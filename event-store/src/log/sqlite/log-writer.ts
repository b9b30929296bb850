import type { DatabaseSync } from "node:sqlite";
import { BroadcastChannel, workerData } from "node:worker_threads";
import type { SealedEvent, StreamName } from "@attestory/events/envelope.ts";
import { serveWrites } from "../../sqlite/group-commit.ts";
import { requireFormat } from "../../sqlite/require-format.ts";
import { checksumOf, logFormat } from "../stored-bytes.ts";
import { commitChannel } from "./commit-channel.ts";
import { eventsTable } from "./events-table.ts";

/** One append, as sent to the writer thread. */
export interface Append {
  stream: StreamName;
  expected: number;
  events: readonly SealedEvent[];
}
export type AppendAnswer = { position: bigint } | { conflict: number };

function prepareWrites(database: DatabaseSync): (append: Append) => AppendAnswer {
  const versionOf = database.prepare("SELECT max(version) AS version FROM events WHERE stream = ?");
  const idsFrom = database.prepare(
    "SELECT id, position FROM events WHERE stream = ? AND version > ? AND version <= ? ORDER BY version",
  );
  const insert = database.prepare(
    `INSERT INTO events (stream, version, id, type, schema_version, recorded_at, person, data, metadata, sealed, checksum)
     VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)`,
  );

  /** The position of the same append if it was made before: exactly these ids have these versions. Null otherwise. */
  const findRepeated = ({ stream, expected, events }: Append): bigint | null => {
    const rows = idsFrom.all(stream, expected, expected + events.length);
    const isSame = rows.length === events.length && rows.every((row, index) => row.id === events[index]?.id);
    return isSame ? ((rows.at(-1)?.position as bigint | undefined) ?? null) : null;
  };

  const insertAt = (stream: StreamName, version: number, event: SealedEvent): bigint => {
    const { id, type, schemaVersion, recordedAt, person, data, metadata, sealed } = event;
    const checksum = checksumOf({ ...event, stream, version });
    const row = [stream, version, id, type, schemaVersion, recordedAt, person, data, metadata, sealed, checksum];
    return BigInt(insert.run(...row).lastInsertRowid);
  };

  return (append) => {
    const { stream, expected, events } = append;
    const version = Number(versionOf.get(stream)?.version ?? 0n);
    if (version !== expected) {
      const position = version > expected ? findRepeated(append) : null;
      return position === null ? { conflict: version } : { position };
    }
    const positions = events.map((event, index) => insertAt(stream, expected + index + 1, event));
    return { position: positions.at(-1) ?? 0n };
  };
}

const { file } = workerData as { file: string };
const announcements = new BroadcastChannel(commitChannel(file));
announcements.unref();
serveWrites<Append, AppendAnswer>((database) => {
  requireFormat(database, file, logFormat);
  database.exec(`PRAGMA user_version = ${logFormat}; ${eventsTable}`);
  return { write: prepareWrites(database), answered: () => announcements.postMessage(null) };
});
