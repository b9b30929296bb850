import type { DatabaseSync } from "node:sqlite";
import { markClean } from "@attestory/event-store/sqlite/compaction.ts";
import type { Checkpoint, Collection } from "../read-store.ts";
import { sqliteBuildDocuments } from "./build-documents.ts";
import { type BuildRows, type StoredDocument, valuesOfDocument, valuesOfEntry } from "./build-rows.ts";
import { inOneTransaction } from "./in-one-transaction.ts";
import { rowInserter } from "./row-inserter.ts";

/** The file of a build that is filled from position zero. Its content cannot be trusted before `finish`. */
export interface SqliteBuildInProgress {
  /** Those that were written. */
  load(keys: readonly string[]): StoredDocument[];
  write(rows: BuildRows): void;
  /** Brings the file into the form of any other build. */
  finish(checkpoint: Checkpoint): void;
  close(): void;
}

export interface NewBuildFile {
  path: string;
  /** Of the projection. */
  name: Collection["name"];
  isIndexed: boolean;
  /** It holds personal fields in clear. */
  isPersonal: boolean;
}

/** Writes at full speed: documents as they come, index entries at the end and in their order. */
export function sqliteBuildInProgress(
  database: DatabaseSync,
  { name, isIndexed, isPersonal }: Omit<NewBuildFile, "path">,
): SqliteBuildInProgress {
  const build = sqliteBuildDocuments(database);
  const stored = database.prepare("SELECT key, position, document, parked FROM documents WHERE key = ?");
  stored.setReturnArrays(true);
  const insert = rowInserter(database, {
    into: "documents (key, position, document, parked)",
    width: valuesOfDocument,
    onConflict:
      "ON CONFLICT DO UPDATE SET position = excluded.position, document = excluded.document, parked = excluded.parked",
  });
  const entries = isIndexed ? unsortedEntries(database) : noEntries;

  return {
    load: (keys) => keys.flatMap((key) => stored.all(key) as unknown[] as StoredDocument[]),
    write(rows): void {
      inOneTransaction(database, () => {
        insert(rows.documents);
        entries.note(rows);
      });
    },
    finish(checkpoint): void {
      entries.enter();
      build.write({ collection: { name, indexes: {} }, documents: new Map(), checkpoint });
      if (!isPersonal) return;
      // What was replaced may still be where SQLite has moved rows.
      if (entries.isRewritten()) database.exec("VACUUM");
      markClean(database);
    },
    /** Does nothing the second time. */
    close: () => {
      if (database.isOpen) build.close();
    },
  };
}

/** Without an index, nobody counts whether a document was written more than once. */
const noEntries = { note: () => undefined, enter: () => undefined, isRewritten: () => true };

/** A document that was written more than once has entries of each time. Those of the last time count. */
const newest =
  "WHERE EXISTS (SELECT 1 FROM documents WHERE documents.key = unsorted.key AND documents.position = unsorted.position)";

/** Collects the index entries of documents as these are written, and inserts them in their order: the B-tree grows only at its end. */
function unsortedEntries(database: DatabaseSync) {
  database.exec("CREATE TEMP TABLE unsorted (name TEXT, value TEXT, place TEXT, key TEXT, position INTEGER) STRICT");
  const insert = rowInserter(database, { into: "unsorted", width: valuesOfEntry, onConflict: "" });
  const count = database.prepare("SELECT count(*) AS documents FROM documents");
  let written = 0;
  const isRewritten = () => count.get()?.documents !== written;
  return {
    /** A document was written more than once. */
    isRewritten,
    note({ documents, entries }: BuildRows): void {
      written += documents.length / valuesOfDocument;
      insert(entries);
    },
    enter(): void {
      database.exec(`INSERT INTO entries SELECT name, value, place, key FROM unsorted ${isRewritten() ? newest : ""}
        ORDER BY name, value, place, key;
        DROP TABLE unsorted`);
    },
  };
}
