import type { StoredEvent, StreamName } from "@attestory/events/envelope.ts";
import type { VaultEntry } from "../vault/vault.ts";

/**
 * The lines of a backup. They are SQL that SQLite and PostgreSQL load as it is; an import never runs them, but reads this grammar and
 * nothing else. Every statement is one line.
 */

export const firstLine = "-- Attestory backup";
export const comment = "-- ";

export const eventTable =
  "CREATE TABLE events (position BIGINT PRIMARY KEY, stream TEXT NOT NULL, version INTEGER NOT NULL, id TEXT NOT NULL, " +
  "type TEXT NOT NULL, schema_version INTEGER NOT NULL, recorded_at BIGINT NOT NULL, person TEXT, data TEXT NOT NULL, " +
  "metadata TEXT NOT NULL, sealed TEXT, UNIQUE (stream, version));";
export const keyTable =
  "CREATE TABLE keys (kind TEXT NOT NULL, name TEXT NOT NULL, key_value TEXT, PRIMARY KEY (kind, name));";
export const begin = "BEGIN;";
export const commit = "COMMIT;";

const quoted = (text: string): string => `'${text.includes("'") ? text.replaceAll("'", "''") : text}'`;
const base64 = (bytes: Uint8Array): string =>
  `'${Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64")}'`;

export const eventLine = (event: StoredEvent): string =>
  `INSERT INTO events VALUES (${event.position}, ${quoted(event.stream)}, ${event.version}, ${quoted(event.id)}, ${quoted(event.type)}, ` +
  `${event.schemaVersion}, ${event.recordedAt}, ${event.person === null ? "NULL" : quoted(event.person)}, ${quoted(event.data)}, ` +
  `${quoted(event.metadata)}, ${event.sealed ? base64(event.sealed) : "NULL"});`;

export const keyLine = ({ kind, name, key }: VaultEntry): string =>
  `INSERT INTO keys VALUES (${quoted(kind)}, ${quoted(name)}, ${key === "erased" ? "NULL" : base64(key)});`;

const text = "'([^']*(?:''[^']*)*)'";
const token = "'([\\w@.-]{1,200})'";
const bytes = "(?:NULL|'([A-Za-z0-9+/]*={0,2})')";
const eventForm = new RegExp(
  `^INSERT INTO events VALUES \\((\\d{1,19}), ${token}, (\\d{1,9}), ${token}, ${token}, (\\d{1,6}), (\\d{1,15}), ` +
    `(?:NULL|${token}), ${text}, ${text}, ${bytes}\\);$`,
);
const keyForm = new RegExp(`^INSERT INTO keys VALUES \\('(person|secret)', '([\\w -]{1,200})', ${bytes}\\);$`);

const unquoted = (found: string): string => (found.includes("'") ? found.replaceAll("''", "'") : found);
/** Null for base64 that is not in its one form: the same bytes must give the same line. */
const bytesOf = (found: string): Buffer | null => {
  const decoded = Buffer.from(found, "base64");
  return decoded.toString("base64") === found ? decoded : null;
};

/** The event of the line; null if it is no such line. */
export function readEventLine(line: string): StoredEvent | null {
  const found = eventForm.exec(line);
  if (!found) return null;
  const [, position, stream, version, id, type, schemaVersion, recordedAt, person, data, metadata, sealedText] = found;
  const sealed = sealedText === undefined ? null : bytesOf(sealedText);
  if (sealed === null && sealedText !== undefined) return null;
  return {
    id: id ?? "",
    // That it is a stream of the service, only the signature vouches for.
    stream: stream as StreamName,
    version: Number(version),
    position: BigInt(position ?? ""),
    type: type ?? "",
    schemaVersion: Number(schemaVersion),
    recordedAt: Number(recordedAt),
    person: person ?? null,
    data: unquoted(data ?? ""),
    metadata: unquoted(metadata ?? ""),
    sealed,
  };
}

/** The key of the line; null if it is no such line. */
export function readKeyLine(line: string): VaultEntry | null {
  const found = keyForm.exec(line);
  if (!found) return null;
  const [, kind, name, keyText] = found;
  const key = keyText === undefined ? "erased" : bytesOf(keyText);
  if (key === null) return null;
  return { kind: kind as VaultEntry["kind"], name: name ?? "", key };
}
