import { eachAtMost } from "@attestory/runtime/each-at-most.ts";
import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import type { AnyBulkWriteOperation, Collection as MongoCollection, WithoutId } from "mongodb";
import type { IndexEntry } from "../../read-models/projection.ts";
import type { Collection, Kept, ParkedDocument } from "../read-store.ts";
import type { MongoReadModels, StoredDocument } from "./collections.ts";

/** Writes the documents of one build of a projection, each by compare-and-set on its position. */
export interface MongoBuildDocuments {
  load(keys: readonly string[]): Promise<Map<string, Kept>>;
  /** Skips documents whose stored version is as new or newer. An interrupted write is partial and can be repeated. */
  write(collection: Collection, documents: ReadonlyMap<string, Kept>, how?: HowToWrite): Promise<void>;
  /** The calls that write does, to be made in any order. */
  writes(collection: Collection, documents: ReadonlyMap<string, Kept>, newKeys?: HowToWrite["newKeys"]): Write[];
  parked(limit: number): Promise<ParkedDocument[]>;
  /** Creates missing indexes. Safe to call concurrently. */
  index(collection: Collection): Promise<void>;
}

type Write = () => Promise<void>;

export interface HowToWrite {
  /** The keys of documents that are inserted without looking for them. None unless given. */
  newKeys?: ReadonlySet<string> | undefined;
  /** How many calls are made at once. */
  callsAtOnce: number;
}
const oneByOne: HowToWrite = { callsAtOnce: 1 };

/** Few enough that a slow server writes them before the connection is considered dead. */
const writtenAtOnce = 250;

export function mongoBuildDocuments(models: Pick<MongoReadModels, "ask">, collection: string): MongoBuildDocuments {
  const writes: MongoBuildDocuments["writes"] = (of, documents, newKeys) =>
    [...inParts([...documents], writtenAtOnce)].map((part) => async () => {
      const stored = part.map(([key, kept]) => ({ _id: key, ...storedAs(of, kept) }));
      await models.ask((all) => writeSome(all.documents(collection), stored, newKeys));
      tracepoint("documents written", () => of.name);
    });
  return {
    writes,
    async load(keys) {
      if (keys.length === 0) return new Map();
      const found = await models.ask(({ documents }, signal) =>
        documents(collection)
          .find({ _id: { $in: [...keys] } }, { batchSize: keys.length + 1, signal })
          .toArray(),
      );
      return new Map(found.map((stored) => [stored._id, keptOf(stored)]));
    },
    async write(of, documents, { newKeys, callsAtOnce } = oneByOne) {
      await eachAtMost(callsAtOnce, writes(of, documents, newKeys), (write) => write());
    },
    async parked(limit) {
      const found = await models.ask(({ documents }, signal) =>
        documents(collection)
          .find({ "parked.position": { $exists: true } }, { sort: { _id: 1 }, limit, signal })
          .toArray(),
      );
      return found.flatMap(({ _id, parked }) => (parked ? [{ key: _id, ...parked }] : []));
    },
    async index({ indexes }) {
      const entries = Object.keys(indexes).map((name) => entryIndex(name));
      await models.ask(({ documents }) => documents(collection).createIndexes([...entries, parkedIndex]));
    },
  };
}

/** The field names of an index entry, defined next to the index that covers them. */
export const entryFields = (name: string) =>
  ({ value: `entries.${name}.value`, order: `entries.${name}.order` }) as const;

function entryIndex(name: string) {
  const { value, order } = entryFields(name);
  return { name, key: { [value]: 1, [order]: 1, _id: 1 }, partialFilterExpression: { [value]: { $exists: true } } };
}

const parkedIndex = {
  name: "parked documents",
  key: { "parked.position": 1 },
  partialFilterExpression: { "parked.position": { $exists: true } },
} as const;

const keptOf = ({ position, document, parked }: StoredDocument): Kept => ({
  position,
  document,
  ...(parked && { parked }),
});

export function* inParts<Each>(all: readonly Each[], size: number): Generator<Each[]> {
  for (let at = 0; at < all.length; at += size) yield all.slice(at, at + size);
}

function storedAs({ indexes }: Collection, { position, document, parked }: Kept): WithoutId<StoredDocument> {
  const entries: Record<string, IndexEntry> = {};
  for (const [name, index] of Object.entries(indexes)) {
    const entry = document && index.entry(document);
    if (entry) entries[name] = { value: entry.value, order: entry.order };
  }
  return { position, document, entries, ...(parked && { parked }) };
}

type Operation = AnyBulkWriteOperation<StoredDocument>;

function replacement({ _id, ...stored }: StoredDocument): Operation {
  // If the stored document is as new, the filter matches nothing and the upsert fails on the duplicate key.
  return { replaceOne: { filter: { _id, position: { $lt: stored.position } }, replacement: stored, upsert: true } };
}

/**
 * Writes what is newer than the stored documents. A refusal for a duplicate key only says that the document exists: if another writer
 * created it at the same moment, or it is not new, it may be older. So refused writes are repeated once. By then the document exists, and
 * a second refusal means that it is as new or newer.
 */
async function writeSome(
  documents: MongoCollection<StoredDocument>,
  some: readonly StoredDocument[],
  newKeys: HowToWrite["newKeys"],
): Promise<void> {
  const write = (writes: Operation[]) => documents.bulkWrite(writes, { ordered: false }).then(() => [], refusedIn);
  const refused = await write(
    some.map((one) => (newKeys?.has(one._id) ? { insertOne: { document: one } } : replacement(one))),
  );
  if (refused.length > 0) await write(refused.flatMap((index) => some[index] ?? []).map(replacement));
}

const duplicateKey = 11000;

interface BulkError {
  code?: unknown;
  writeErrors?: WriteError | readonly WriteError[];
  result?: { getWriteConcernError(): unknown };
}
interface WriteError {
  /** Of the refused operation. */
  index: number;
  code: number;
  errmsg?: string | undefined;
}

/**
 * The indexes of the writes that were refused because the document exists. Rethrows all else: a lost connection is the same kind of
 * error without a code, and what a majority does not have on disk counts as not written.
 */
function refusedIn(error: BulkError): number[] {
  const refused = [error.writeErrors ?? []].flat();
  const exist = refused.every(({ code, errmsg }) => code === duplicateKey && errmsg?.includes("index: _id_"));
  const isRefusal = error.code === duplicateKey && refused.length > 0 && exist;
  if (isRefusal && !error.result?.getWriteConcernError()) return refused.map(({ index }) => index);
  throw error;
}
