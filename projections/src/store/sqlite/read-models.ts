import { rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { openDatabase } from "@attestory/event-store/sqlite/open-database.ts";

/**
 * The files of one generation's read models: a catalogue, and each build of a projection in a file of its own beside it, so that
 * a rebuild never waits for those who write what is read, and dropping a build is removing a file.
 */
export const catalogueFile = (dataDir: string, generation: number): string =>
  join(dataDir, `read-models-${generation}.sqlite`);

/** `read-models-1.users@1.3.sqlite`: the third build of users@1. */
export const buildFile = (catalogue: string, projection: string, build: number): string =>
  `${catalogue.slice(0, -".sqlite".length)}.${projection}.${build}.sqlite`;

const catalogueSchema = `
  CREATE TABLE IF NOT EXISTS builds (
    projection TEXT NOT NULL,
    build INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('building', 'running', 'kept')),
    since INTEGER NOT NULL, -- milliseconds since the epoch, as is told
    started INTEGER NOT NULL,
    told INTEGER NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    per_second INTEGER NOT NULL,
    PRIMARY KEY (projection, build)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS numbers (
    projection TEXT PRIMARY KEY,
    last INTEGER NOT NULL -- also of builds that are gone: somebody may still have their files open
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX IF NOT EXISTS one_is_read ON builds (projection) WHERE state = 'running';
  CREATE TABLE IF NOT EXISTS leases (
    name TEXT PRIMARY KEY,
    holder TEXT, -- null: released
    fence INTEGER NOT NULL,
    until INTEGER NOT NULL -- milliseconds since the epoch
  ) STRICT, WITHOUT ROWID`;

const buildSchema = `
  CREATE TABLE IF NOT EXISTS documents (
    key TEXT NOT NULL UNIQUE,
    position INTEGER NOT NULL,
    document TEXT, -- null: a tombstone
    parked TEXT -- why the document stands still
  ) STRICT;
  CREATE INDEX IF NOT EXISTS parked_documents ON documents (key) WHERE parked IS NOT NULL;
  CREATE TABLE IF NOT EXISTS entries (
    name TEXT NOT NULL,
    value TEXT NOT NULL,
    place TEXT NOT NULL,
    key TEXT NOT NULL,
    PRIMARY KEY (name, value, place, key)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS checkpoint (
    one INTEGER PRIMARY KEY CHECK (one = 1),
    position INTEGER NOT NULL
  ) STRICT`;

function openWritable(file: string, schema: string): DatabaseSync {
  const database = openDatabase(file);
  // NORMAL: what a power cut takes is folded again, documents and checkpoint alike. secure_delete: an erased person's fields are overwritten.
  database.exec("PRAGMA journal_mode = WAL; PRAGMA synchronous = NORMAL; PRAGMA secure_delete = ON");
  database.exec(schema);
  return database;
}

/** A connection that writes; makes the file and its schema. */
export const openCatalogue = (file: string): DatabaseSync => openWritable(file, catalogueSchema);
export const openBuild = (file: string): DatabaseSync => openWritable(file, buildSchema);

/** For a build that nobody else has open: nothing is durable, and a broken-off one is worth nothing, until it is sealed. */
export function openUnfinishedBuild(file: string): DatabaseSync {
  const database = openDatabase(file);
  database.exec(
    "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -65536",
  );
  database.exec(buildSchema);
  return database;
}

/** Everything that was written to the file is on the disk. */
export async function makeDurable(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.sync();
  await file.close();
}

/** A connection that reads. The file exists. */
export const openForReading = (file: string): DatabaseSync => openDatabase(file, { readOnly: true });

/** The catalogue for a reader. What is missing is made first: nobody may have written yet, or was cut off while making the schema. */
export function openCatalogueForReading(file: string): DatabaseSync {
  openCatalogue(file).close();
  return openForReading(file);
}

export function removeBuild(file: string): void {
  for (const part of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) rmSync(part, { force: true });
}
