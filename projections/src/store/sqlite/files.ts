import { rmSync } from "node:fs";
import { open } from "node:fs/promises";
import { join } from "node:path";
import type { DatabaseSync } from "node:sqlite";
import { openDatabase } from "@attestory/event-store/sqlite/open-database.ts";
import { passedSchema } from "./passed-events.ts";

/**
 * The files of one generation's read models: a catalogue, and beside it one file for each build of a projection. A rebuild thus
 * never waits for writers of the active build, and dropping a build means removing a file.
 */
export const catalogueFile = (dataDir: string, generation: number): string =>
  join(dataDir, `read-models-${generation}.sqlite`);

/** For example `read-models-1.<projection>.3.sqlite`: the third build of the projection. */
export const buildFile = (catalogue: string, projection: string, build: number): string =>
  `${catalogue.slice(0, -".sqlite".length)}.${projection}.${build}.sqlite`;

const catalogueSchema = `
  CREATE TABLE IF NOT EXISTS builds (
    projection TEXT NOT NULL,
    build INTEGER NOT NULL,
    state TEXT NOT NULL CHECK (state IN ('building', 'running', 'kept')),
    since INTEGER NOT NULL, -- milliseconds since the epoch, as are started and told
    started INTEGER NOT NULL,
    told INTEGER NOT NULL,
    done INTEGER NOT NULL,
    total INTEGER NOT NULL,
    per_second INTEGER NOT NULL,
    PRIMARY KEY (projection, build)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS writing ( -- builds to which all events were applied
    projection TEXT NOT NULL,
    build INTEGER NOT NULL,
    documents INTEGER NOT NULL, -- written so far
    of_all INTEGER NOT NULL,
    documents_per_second INTEGER NOT NULL,
    PRIMARY KEY (projection, build)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS numbers (
    projection TEXT PRIMARY KEY,
    last INTEGER NOT NULL -- also of dropped builds: another process may still have their files open
  ) STRICT, WITHOUT ROWID;
  CREATE UNIQUE INDEX IF NOT EXISTS one_is_read ON builds (projection) WHERE state = 'running';
  -- Not a column of builds: earlier releases have made that table.
  CREATE TABLE IF NOT EXISTS carried_over (
    projection TEXT NOT NULL,
    build INTEGER NOT NULL,
    PRIMARY KEY (projection, build)
  ) STRICT, WITHOUT ROWID;
  CREATE TABLE IF NOT EXISTS leases (
    name TEXT PRIMARY KEY,
    holder TEXT, -- null: released
    fence INTEGER NOT NULL,
    until INTEGER NOT NULL -- milliseconds since the epoch
  ) STRICT, WITHOUT ROWID;
  ${passedSchema}`;

const buildSchema = `
  CREATE TABLE IF NOT EXISTS documents (
    key TEXT NOT NULL UNIQUE,
    position INTEGER NOT NULL,
    document TEXT, -- null: a tombstone
    parked TEXT -- why the document is parked
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
    position INTEGER NOT NULL,
    event_id TEXT -- null at zero
  ) STRICT`;

/** Prepares an opened database, or closes it: the room of a removed file is given back once nobody has it open. */
function prepared(database: DatabaseSync, statements: readonly string[]): DatabaseSync {
  try {
    for (const each of statements) database.exec(each);
    return database;
  } catch (error) {
    database.close();
    throw error;
  }
}

function openWritable(file: string, schema: string): DatabaseSync {
  // NORMAL: a power cut loses documents and checkpoint alike; both are projected again. secure_delete overwrites an erased person's fields.
  // NORMAL comes first, because switching to WAL writes too.
  const pragmas = "PRAGMA synchronous = NORMAL; PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON";
  // One commit instead of one for each statement. A schema that exists is only read, so nobody who writes is waited for.
  return prepared(openDatabase(file), [pragmas, `BEGIN; ${schema}; COMMIT`]);
}

/** Opens a connection that writes; creates the file and its schema. */
export const openCatalogue = (file: string): DatabaseSync => openWritable(file, catalogueSchema);
export const openBuild = (file: string): DatabaseSync => openWritable(file, buildSchema);

/**
 * Opens a build for this connection alone. Nothing is durable until it is sealed; a build interrupted before that is useless. What is written
 * again is overwritten: nobody could erase it later.
 */
export function openUnfinishedBuild(file: string): DatabaseSync {
  const pragmas =
    "PRAGMA journal_mode = MEMORY; PRAGMA synchronous = OFF; PRAGMA locking_mode = EXCLUSIVE; PRAGMA cache_size = -4096; PRAGMA secure_delete = ON";
  return prepared(openDatabase(file), [pragmas, buildSchema]);
}

/** Flushes everything written to the file to disk. */
export async function makeDurable(path: string): Promise<void> {
  const file = await open(path, "r+");
  await file.sync();
  await file.close();
}

/** Opens a read-only connection. The file must exist. */
export const openForReading = (file: string): DatabaseSync => openDatabase(file, { readOnly: true });

/** Opens the catalogue for a reader. Creates it first if needed: no writer may have run yet, or not have finished the schema. */
export function openCatalogueForReading(file: string): DatabaseSync {
  openCatalogue(file).close();
  return openForReading(file);
}

export function removeBuild(file: string): void {
  for (const part of [file, `${file}-wal`, `${file}-shm`, `${file}-journal`]) rmSync(part, { force: true });
}
