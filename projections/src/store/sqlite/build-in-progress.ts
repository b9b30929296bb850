import type { DatabaseSync } from "node:sqlite";
import type { Changes, Collection, Kept } from "../read-store.ts";
import { noCheckpoint } from "../read-store.ts";
import { documentText, parkedText, type SqliteBuildDocuments, sqliteBuildDocuments } from "./build-documents.ts";
import { inOneTransaction } from "./in-one-transaction.ts";

/** How many documents stay in memory, because more events may change them before they are written. */
const maxHeld = 15_000;
/** How many documents are written at once, the longest unchanged first. */
const writtenAtOnce = 5000;

/**
 * A build from position zero, at full speed: documents are written when they have not changed for a while, index entries at the end
 * and in their order. Its content cannot be trusted before `finish`.
 */
export function sqliteBuildInProgress(database: DatabaseSync, { indexes }: Collection) {
  const build = sqliteBuildDocuments(database);
  const write = database.prepare(
    `INSERT INTO documents (key, position, document, parked) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET position = excluded.position, document = excluded.document, parked = excluded.parked`,
  );
  const held = new Map<string, Kept>();
  let checkpoint = noCheckpoint;

  const spill = (count: number) =>
    inOneTransaction(database, () => {
      for (const [key, { position, document, parked }] of held.entries().take(count)) {
        write.run(key, position, documentText(document), parkedText(parked));
        held.delete(key);
      }
    });

  return {
    load(keys: readonly string[]): ReturnType<SqliteBuildDocuments["load"]> {
      const here = new Map<string, Kept>();
      const missing: string[] = [];
      for (const key of keys) {
        const kept = held.get(key);
        if (kept) here.set(key, kept);
        else missing.push(key);
      }
      for (const [key, kept] of build.load(missing)) here.set(key, kept);
      return here;
    },
    write({ documents, checkpoint: reached }: Changes): void {
      for (const [key, kept] of documents) {
        held.delete(key);
        held.set(key, kept);
      }
      checkpoint = reached;
      if (held.size > maxHeld) spill(writtenAtOnce);
    },
    /** Writes everything to the file, in the form of any other build. Yields to the event loop between steps. */
    async finish(collection: Collection): Promise<void> {
      while (held.size > 0) {
        spill(writtenAtOnce);
        await new Promise(setImmediate);
      }
      await enterAll(database, indexes);
      build.write({ collection, documents: new Map(), checkpoint });
    },
    close: () => build.close(),
  };
}

/** Inserts the index entries in their order, so that the B-tree grows only at its end. */
async function enterAll(database: DatabaseSync, indexes: Collection["indexes"]): Promise<void> {
  const named = Object.entries(indexes);
  if (named.length === 0) return;
  database.exec("CREATE TEMP TABLE unsorted (name TEXT, value TEXT, place TEXT, key TEXT) STRICT");
  const note = database.prepare("INSERT INTO unsorted VALUES (?, ?, ?, ?)");
  const some = database.prepare("SELECT rowid, key, document FROM documents WHERE rowid > ? ORDER BY rowid LIMIT ?");
  const noteEntries = (key: string, document: object) => {
    for (const [name, index] of named) {
      const entry = index.entry(document);
      if (entry) note.run(name, entry.value, entry.order, key);
    }
  };
  let last = 0;
  for (;;) {
    const rows = some.all(last, writtenAtOnce);
    inOneTransaction(database, () => {
      for (const { key, document } of rows) if (document) noteEntries(key as string, JSON.parse(document as string));
    });
    last = rows.at(-1)?.rowid as number;
    if (rows.length < writtenAtOnce) break;
    await new Promise(setImmediate);
  }
  database.exec("INSERT INTO entries SELECT * FROM unsorted ORDER BY name, value, place, key; DROP TABLE unsorted");
}
