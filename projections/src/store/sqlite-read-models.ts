import { existsSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";

/** The file of one generation's read models. It may be deleted while the service stands: it is folded again. */
export const readModelsFile = (dataDir: string, generation: number): string =>
  join(dataDir, `read-models-${generation}.sqlite`);

const schema = `
  CREATE TABLE IF NOT EXISTS documents (
    projection TEXT NOT NULL,
    key TEXT NOT NULL,
    position INTEGER NOT NULL,
    document TEXT, -- null: a tombstone
    PRIMARY KEY (projection, key)
  ) STRICT;
  CREATE TABLE IF NOT EXISTS entries (
    projection TEXT NOT NULL,
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    place TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (projection, name, value, place, key)
  ) STRICT, WITHOUT ROWID;
  CREATE INDEX IF NOT EXISTS entries_of_document ON entries (projection, key);
  CREATE TABLE IF NOT EXISTS checkpoints (
    projection TEXT PRIMARY KEY,
    position INTEGER NOT NULL
  ) STRICT, WITHOUT ROWID`;

/** A connection that writes; makes the file and its schema. */
export function openForWriting(file: string): DatabaseSync {
  const database = new DatabaseSync(file, { timeout: 5000, readBigInts: true });
  // NORMAL: what a power cut takes is folded again, documents and checkpoint alike. secure_delete: an erased person's fields are overwritten.
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON");
  database.exec(schema);
  return database;
}

/** A connection that reads; the file is made when nobody has written yet. */
export function openForReading(file: string): DatabaseSync {
  if (!existsSync(file)) openForWriting(file).close();
  return new DatabaseSync(file, { readOnly: true, timeout: 5000 });
}
