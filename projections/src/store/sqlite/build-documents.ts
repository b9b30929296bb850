import type { DatabaseSync } from "node:sqlite";
import { type Compaction, compactionOf } from "@attestory/event-store/sqlite/compaction.ts";
import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import type { IndexEntry } from "../../read-models/projection.ts";
import type { Changes, Collection, Kept, Parked, ParkedDocument } from "../read-store.ts";
import { type Checkpoint, noCheckpoint } from "../read-store.ts";
import { inOneTransaction } from "./in-one-transaction.ts";
import { removesText } from "./removed-text.ts";

/** Writes one build of a projection: documents by compare-and-set, together with their index entries. */
export interface SqliteBuildDocuments {
  load(keys: readonly string[]): Map<string, Kept>;
  /** Writes a batch and its checkpoint in one transaction. */
  write(changes: Changes): void;
  checkpoint(): Checkpoint;
  parked(limit: number): ParkedDocument[];
  /** Needed after a write that removed personal text. */
  readonly compaction: Compaction;
  close(): void;
}

/** Positions stay below 2^53: the SQLite log counts them one by one. */
export function sqliteBuildDocuments(database: DatabaseSync): SqliteBuildDocuments {
  const stored = database.prepare("SELECT position, document, parked FROM documents WHERE key = ?");
  stored.setReturnArrays(true);
  const checkpointOf = database.prepare("SELECT position, event_id FROM checkpoint");
  const moveCheckpoint = database.prepare(
    `INSERT INTO checkpoint (one, position, event_id) VALUES (1, ?, ?)
     ON CONFLICT DO UPDATE SET position = excluded.position, event_id = excluded.event_id
     WHERE position < excluded.position`,
  );
  const parkedDocuments = database.prepare(
    "SELECT key, parked FROM documents WHERE parked IS NOT NULL ORDER BY key LIMIT ?",
  );
  const writeDocument = documentWriter(database);
  const compaction = compactionOf(database);

  return {
    load(keys) {
      const found = new Map<string, Kept>();
      for (const key of keys) {
        const row = stored.get(key);
        if (row) found.set(key, keptOf(row as unknown as StoredColumns));
      }
      return found;
    },
    write({ collection, documents, checkpoint }) {
      tracepoint("batch folded", () => collection.name);
      inOneTransaction(database, () => {
        let removes = false;
        for (const [key, document] of documents) removes = writeDocument(collection, key, document) || removes;
        if (removes) compaction.noteRemoval();
        tracepoint("documents written", () => collection.name);
        moveCheckpoint.run(checkpoint.position, checkpoint.eventId);
      });
      tracepoint("documents kept", () => collection.name);
    },
    checkpoint() {
      const row = checkpointOf.get();
      return row ? { position: BigInt(row.position as number), eventId: row.event_id as string | null } : noCheckpoint;
    },
    parked: (limit) =>
      parkedDocuments.all(limit).map(({ key, parked }) => ({ key: key as string, ...parkedOf(parked as string) })),
    compaction,
    close: () => database.close(),
  };
}

type StoredColumns = [position: number, document: string | null, parked: string | null];

/** Reads the columns of a document. */
export const keptOf = ([position, document, parked]: StoredColumns): Kept => ({
  position: BigInt(position),
  document: document === null ? null : JSON.parse(document),
  ...(parked !== null && { parked: parkedOf(parked) }),
});

/** Reads the column `parked`. */
export const parkedOf = (text: string): Parked => {
  const { position, ...parked } = JSON.parse(text);
  return { ...parked, position: BigInt(position) };
};
/** Writes it. */
export const parkedText = (parked: Parked | undefined): string | null =>
  parked ? JSON.stringify({ ...parked, position: String(parked.position) }) : null;
export const documentText = (document: object | null): string | null => document && JSON.stringify(document);

/** Writes a document by compare-and-set on its position, and updates its index entries. Returns whether a personal text is no longer stored. */
function documentWriter(database: DatabaseSync) {
  const before = database.prepare("SELECT document FROM documents WHERE key = ?");
  const write = database.prepare(
    `INSERT INTO documents (key, position, document, parked) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET position = excluded.position, document = excluded.document, parked = excluded.parked
     WHERE position < excluded.position`,
  );
  const moveEntry = entryMover(database);

  const readBefore = (key: string): object | null => {
    const text = before.get(key)?.document;
    return typeof text === "string" ? JSON.parse(text) : null;
  };

  return ({ indexes, personal }: Collection, key: string, { position, document, parked }: Kept): boolean => {
    const named = Object.entries(indexes);
    const isPersonal = personal === "opened";
    // Read before the write, and only if there is an index to update or a personal text that may be removed.
    const old = named.length > 0 || isPersonal ? readBefore(key) : null;
    if (Number(write.run(key, position, documentText(document), parkedText(parked)).changes) === 0) return false;
    for (const [name, index] of named) {
      moveEntry({ name, key }, old && index.entry(old), document && index.entry(document));
    }
    return isPersonal && removesText(old, document);
  };
}

/** Writes an index entry only if it has changed. */
function entryMover(database: DatabaseSync) {
  const leave = database.prepare("DELETE FROM entries WHERE name = ? AND value = ? AND place = ? AND key = ?");
  const enter = database.prepare("INSERT INTO entries (name, value, place, key) VALUES (?, ?, ?, ?)");
  return ({ name, key }: { name: string; key: string }, was: IndexEntry | null, is: IndexEntry | null) => {
    if (was?.value === is?.value && was?.order === is?.order) return;
    if (was) leave.run(name, was.value, was.order, key);
    if (is) enter.run(name, is.value, is.order, key);
  };
}
