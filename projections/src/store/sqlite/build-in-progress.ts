import type { DatabaseSync } from "node:sqlite";
import { markClean } from "@attestory/event-store/sqlite/compaction.ts";
import { type Changes, type Collection, type Kept, noCheckpoint } from "../read-store.ts";
import { documentText, parkedText, type SqliteBuildDocuments, sqliteBuildDocuments } from "./build-documents.ts";
import { inOneTransaction } from "./in-one-transaction.ts";

/**
 * A build from position zero, at full speed: documents are written as they come, index entries at the end and in their order. Its
 * content cannot be trusted before `finish`.
 */
export function sqliteBuildInProgress(database: DatabaseSync, { indexes }: Collection) {
  const build = sqliteBuildDocuments(database);
  const write = database.prepare(
    `INSERT INTO documents (key, position, document, parked) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET position = excluded.position, document = excluded.document, parked = excluded.parked`,
  );
  const entries = unsortedEntries(database, indexes);
  let checkpoint = noCheckpoint;

  return {
    load: (keys: readonly string[]): ReturnType<SqliteBuildDocuments["load"]> => build.load(keys),
    write({ documents, checkpoint: reached }: Changes): void {
      inOneTransaction(database, () => {
        for (const [key, kept] of documents) {
          write.run(key, kept.position, documentText(kept.document), parkedText(kept.parked));
          entries.note(key, kept);
        }
      });
      if (reached.position > checkpoint.position) checkpoint = reached;
    },
    /** Brings the file into the form of any other build. */
    finish(collection: Collection): void {
      entries.enter();
      build.write({ collection, documents: new Map(), checkpoint });
      if (collection.personal !== "opened") return;
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

/** A document that was written more than once has entries of each time. Those of the last time count. */
const newest =
  "WHERE EXISTS (SELECT 1 FROM documents WHERE documents.key = unsorted.key AND documents.position = unsorted.position)";

/** Collects the index entries of documents as these are written, and inserts them in their order: the B-tree grows only at its end. */
function unsortedEntries(database: DatabaseSync, indexes: Collection["indexes"]) {
  const named = Object.entries(indexes);
  if (named.length === 0) return { note: () => undefined, enter: () => undefined, isRewritten: () => true };
  database.exec("CREATE TEMP TABLE unsorted (name TEXT, value TEXT, place TEXT, key TEXT, position INTEGER) STRICT");
  const insert = database.prepare("INSERT INTO unsorted VALUES (?, ?, ?, ?, ?)");
  const count = database.prepare("SELECT count(*) AS documents FROM documents");
  let written = 0;
  const isRewritten = () => count.get()?.documents !== written;
  return {
    /** A document was written more than once. */
    isRewritten,
    note(key: string, { document, position }: Kept): void {
      written++;
      if (!document) return;
      for (const [name, index] of named) {
        const entry = index.entry(document);
        if (entry) insert.run(name, entry.value, entry.order, key, position);
      }
    },
    enter(): void {
      database.exec(`INSERT INTO entries SELECT name, value, place, key FROM unsorted ${isRewritten() ? newest : ""}
        ORDER BY name, value, place, key;
        DROP TABLE unsorted`);
    },
  };
}
