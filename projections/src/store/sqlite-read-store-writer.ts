import type { DatabaseSync } from "node:sqlite";
import { type Changes, type Collection, type Kept, ReadModelAhead, type ReadStoreWriter } from "./read-store.ts";
import { openForWriting } from "./sqlite-read-models.ts";

/** The writing side: a batch of all projections and their checkpoints is one transaction. For one thread, beside readers. */
export function openSqliteReadStoreWriter(file: string): ReadStoreWriter {
  const database = openForWriting(file);
  const kept = database.prepare("SELECT position, document FROM documents WHERE projection = ? AND key = ?");
  const checkpointOf = database.prepare("SELECT position FROM checkpoints WHERE projection = ?");
  const furthest = database.prepare("SELECT projection, position FROM checkpoints ORDER BY position DESC LIMIT 1");
  const moveCheckpoint = database.prepare(
    `INSERT INTO checkpoints (projection, position) VALUES (?, ?)
     ON CONFLICT DO UPDATE SET position = max(position, excluded.position)`,
  );
  const writeDocument = documentWriter(database);

  return {
    async load({ name }, keys) {
      const found = new Map<string, Kept>();
      for (const key of keys) {
        const row = kept.get(name, key);
        if (!row) continue;
        const document = row.document === null ? null : JSON.parse(row.document as string);
        found.set(key, { position: row.position as bigint, document });
      }
      return found;
    },
    async write(changes: readonly Changes[]) {
      inOneTransaction(database, () => {
        for (const { collection, documents, checkpoint } of changes) {
          for (const [key, document] of documents) writeDocument(collection, key, document);
          moveCheckpoint.run(collection.name, checkpoint);
        }
      });
    },
    checkpoint: async (name) => (checkpointOf.get(name)?.position as bigint | undefined) ?? 0n,
    async assertNotAhead(head) {
      const checkpoint = furthest.get();
      if (!checkpoint || (checkpoint.position as bigint) <= head) return;
      throw new ReadModelAhead(
        `${checkpoint.projection} was folded up to position ${checkpoint.position}, but the log ends at ${head}: ` +
          `it was replaced by an older one. Delete ${file} to fold it anew`,
      );
    },
    async close() {
      database.close();
    },
  };
}

/** Compare-and-set on the position; the index entries go with the document. */
function documentWriter(database: DatabaseSync) {
  const write = database.prepare(
    `INSERT INTO documents (projection, key, position, document) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET position = excluded.position, document = excluded.document
     WHERE position < excluded.position`,
  );
  const forget = database.prepare("DELETE FROM entries WHERE projection = ? AND key = ?");
  const enter = database.prepare("INSERT INTO entries (projection, name, value, place, key) VALUES (?, ?, ?, ?, ?)");
  return ({ name, indexes }: Collection, key: string, { position, document }: Kept) => {
    const { changes } = write.run(name, key, position, document && JSON.stringify(document));
    if (BigInt(changes) === 0n) return;
    forget.run(name, key);
    if (!document) return;
    for (const [indexName, index] of Object.entries(indexes)) {
      const entry = index.entry(document);
      if (entry) enter.run(name, indexName, entry.value, entry.order, key);
    }
  };
}

function inOneTransaction(database: DatabaseSync, work: () => void): void {
  database.exec("BEGIN IMMEDIATE");
  try {
    work();
    database.exec("COMMIT");
  } catch (error) {
    if (database.isTransaction) database.exec("ROLLBACK");
    throw error;
  }
}
