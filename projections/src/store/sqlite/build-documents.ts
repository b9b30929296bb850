import type { DatabaseSync } from "node:sqlite";
import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import type { IndexEntry } from "../../read-models/projection.ts";
import type { Changes, Collection, Kept, Parked, ParkedDocument } from "../read-store.ts";
import { type Checkpoint, noCheckpoint } from "../read-store.ts";
import { inOneTransaction } from "./in-one-transaction.ts";

/** Writes one build of a projection: documents by compare-and-set, together with their index entries. */
export interface SqliteBuildDocuments {
  load(keys: readonly string[]): Map<string, Kept>;
  /** Writes a batch and its checkpoint in one transaction. */
  write(changes: Changes): void;
  checkpoint(): Checkpoint;
  parked(limit: number): ParkedDocument[];
  close(): void;
}

/** Positions stay below 2^53: the SQLite log counts them one by one. */
export function sqliteBuildDocuments(database: DatabaseSync): SqliteBuildDocuments {
  const stored = database.prepare("SELECT position, document, parked FROM documents WHERE key = ?");
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

  return {
    load(keys) {
      const found = new Map<string, Kept>();
      for (const key of keys) {
        const row = stored.get(key);
        if (row) found.set(key, keptOf(row));
      }
      return found;
    },
    write({ collection, documents, checkpoint }) {
      tracepoint("batch folded", () => collection.name);
      inOneTransaction(database, () => {
        for (const [key, document] of documents) writeDocument(collection, key, document);
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
    close: () => database.close(),
  };
}

const keptOf = ({ position, document, parked }: Record<string, unknown>): Kept => ({
  position: BigInt(position as number),
  document: document === null ? null : JSON.parse(document as string),
  ...(typeof parked === "string" && { parked: parkedOf(parked) }),
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

/** Writes a document by compare-and-set on its position, and updates its index entries. */
function documentWriter(database: DatabaseSync) {
  const before = database.prepare("SELECT document FROM documents WHERE key = ?");
  const write = database.prepare(
    `INSERT INTO documents (key, position, document, parked) VALUES (?, ?, ?, ?)
     ON CONFLICT DO UPDATE SET position = excluded.position, document = excluded.document, parked = excluded.parked
     WHERE position < excluded.position`,
  );
  const moveEntry = entryMover(database);

  return ({ indexes }: Collection, key: string, { position, document, parked }: Kept) => {
    const named = Object.entries(indexes);
    // Read before the write, and only if there is an index to update.
    const old = named.length > 0 ? before.get(key)?.document : null;
    if (Number(write.run(key, position, documentText(document), parkedText(parked)).changes) === 0) return;
    const oldDocument = typeof old === "string" ? JSON.parse(old) : null;
    for (const [name, index] of named) {
      const [was, is] = [oldDocument && index.entry(oldDocument), document && index.entry(document)];
      moveEntry({ name, key }, was, is);
    }
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
