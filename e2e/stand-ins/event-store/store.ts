import { EventEmitter } from "node:events";
import { DatabaseSync } from "node:sqlite";
import { type Append, type AppendOutcome, appender } from "./appender.ts";
import type { StoredRecord } from "./stored-record.ts";

export interface Page {
  limit: number;
  backwards: boolean;
}

export interface Store {
  /** Resolves once it is durable. */
  append(append: Append): Promise<AppendOutcome>;
  /** −1: the stream does not exist. */
  lastRevision(stream: string): number;
  /** Starts at this revision, inclusive, in either direction. */
  readStream(stream: string, from: number, page: Page): StoredRecord[];
  /** Forwards starts at this position, inclusive; backwards starts before it. */
  readAll(from: number, page: Page): StoredRecord[];
  /** True if a record has exactly this position. */
  stands(position: number): boolean;
  /** The position of the newest record. */
  head(): number;
  /** Emits `committed` with the records, in order, once they are durable. */
  commits: EventEmitter<{ committed: [StoredRecord[]] }>;
  close(): void;
}

const schema = `CREATE TABLE IF NOT EXISTS events (
  position INTEGER PRIMARY KEY, stream TEXT NOT NULL, revision INTEGER NOT NULL, id TEXT NOT NULL, type TEXT NOT NULL,
  contentType TEXT NOT NULL, data BLOB NOT NULL, metadata BLOB NOT NULL, created INTEGER NOT NULL,
  UNIQUE (stream, revision)
) STRICT`;
/** The first record of a new database of the real server. */
const firstRecord = `INSERT INTO events SELECT 116, '$$$scavenges', 0, 'b7c8ab84-3d0b-4a3a-9a5c-0f8f3c9b8e55', '$metadata',
  'application/json', CAST('{"$maxAge":2592000}' AS BLOB), x'', 0 WHERE NOT EXISTS (SELECT 1 FROM events)`;

/** Opens the file. If the process dies at any moment, the file holds every acknowledged append, and no partial one. */
export function openStore(file: string): Store {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA synchronous = FULL; ${schema}; ${firstRecord}`);
  const commits: Store["commits"] = new EventEmitter();
  commits.setMaxListeners(0);
  const lastOf = database.prepare("SELECT max(revision) AS revision FROM events WHERE stream = ?");
  const newest = database.prepare("SELECT max(position) AS position FROM events");
  const at = database.prepare("SELECT 1 FROM events WHERE position = ?");
  const read = (where: string, order: string) =>
    database.prepare(`SELECT * FROM events WHERE ${where} ORDER BY ${order} LIMIT ?`);
  const ofStream = {
    forwards: read("stream = ? AND revision >= ?", "revision"),
    backwards: read("stream = ? AND revision <= ?", "revision DESC"),
  };
  const ofAll = { forwards: read("position >= ?", "position"), backwards: read("position < ?", "position DESC") };
  const rows = (found: unknown) => found as StoredRecord[];
  const way = (backwards: boolean) => (backwards ? "backwards" : "forwards");

  return {
    append: appender(database, (records) => commits.emit("committed", records)),
    lastRevision: (stream) => (lastOf.get(stream)?.revision as number | null) ?? -1,
    readStream: (stream, from, { limit, backwards }) => rows(ofStream[way(backwards)].all(stream, from, limit)),
    readAll: (from, { limit, backwards }) => rows(ofAll[way(backwards)].all(from, limit)),
    stands: (position) => at.get(position) !== undefined,
    head: () => (newest.get()?.position as number | null) ?? 0,
    commits,
    close: () => database.close(),
  };
}
