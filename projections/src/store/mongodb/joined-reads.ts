import type { Filter, Document as PipelineStage } from "mongodb";
import { ReadStoreUnavailable } from "../read-store.ts";
import { entryFields } from "./build-documents.ts";
import type { MongoReadModels, StoredDocument, StoredProjection } from "./collections.ts";

/** Which documents of a build are read. */
export interface Wanted {
  filter: Filter<StoredDocument>;
  /** In any order unless given. */
  sort?: { index: string; direction: "ascending" | "descending" };
  limit: number;
}

/** A read of one collection, which is a build of a projection. */
export interface Read {
  projection: string;
  collection: string;
  wanted: Wanted;
}

/** The documents, and the projection as the catalogue had it after they were read; null if it had none. */
export interface Answered {
  found: StoredDocument[];
  projection: StoredProjection | null;
}

interface Waiting extends Read {
  resolve(answered: Answered): void;
  reject(reason: unknown): void;
}

/** A row of the answer: a document of the read with this number, or a projection. */
type Row = { read: number; document: StoredDocument } | { projection: StoredProjection };

/** Of one command. */
const mostReads = 8;
/** A longer list takes time, and is asked alone: what is asked together is answered or fails together. */
const mostDocuments = 500;

/**
 * Reads documents, and then which builds are active, with one command: what is asked in one turn of the event loop is asked together, so
 * that a request which needs several lists waits for one round trip.
 */
export function joinedReads({ ask }: Pick<MongoReadModels, "ask">): (read: Read) => Promise<Answered> {
  let waiting: Waiting[] = [];

  const send = async (reads: readonly Waiting[]): Promise<void> => {
    try {
      const rows = await askTogether(reads);
      for (const [number, read] of reads.entries()) read.resolve(answerOf(rows, number, read));
    } catch (error) {
      for (const read of reads) retryAlone(read, error, reads.length);
    }
  };

  /** A fault of one read is not that of the others. A store that is unavailable is so for each of them. */
  const retryAlone = (read: Waiting, error: unknown, together: number): void => {
    if (together > 1 && !(error instanceof ReadStoreUnavailable)) void send([read]);
    else read.reject(error);
  };

  const askTogether = ([first, ...others]: readonly Read[]): Promise<Row[]> =>
    ask(async ({ documents, catalogue }, signal) => {
      if (!first) return [];
      const reads = [first, ...others];
      const projections = [...new Set(reads.map(({ projection }) => projection))];
      const pipeline = [
        ...stagesOf(first, 0),
        ...others.map((read, at) => ({ $unionWith: { coll: read.collection, pipeline: stagesOf(read, at + 1) } })),
        {
          $unionWith: {
            coll: catalogue.collectionName,
            pipeline: [{ $match: { _id: { $in: projections } } }, { $replaceWith: { projection: "$$ROOT" } }],
          },
        },
      ];
      const batchSize = reads.reduce((sum, { wanted }) => sum + wanted.limit + 1, 1);
      return documents(first.collection).aggregate<Row>(pipeline, { batchSize, signal }).toArray();
    });

  return (read) =>
    new Promise((resolve, reject) => {
      if (read.wanted.limit > mostDocuments) return void send([{ ...read, resolve, reject }]);
      waiting.push({ ...read, resolve, reject });
      if (waiting.length > 1) return;
      queueMicrotask(() => {
        const all = waiting;
        waiting = [];
        for (let from = 0; from < all.length; from += mostReads) void send(all.slice(from, from + mostReads));
      });
    });
}

function stagesOf({ wanted: { filter, sort, limit } }: Read, read: number): PipelineStage[] {
  const direction = sort?.direction === "ascending" ? 1 : -1;
  const sorted = sort ? [{ $sort: { [entryFields(sort.index).order]: direction, _id: direction } }] : [];
  return [
    { $match: filter },
    ...sorted,
    { $limit: limit },
    { $replaceWith: { read: { $literal: read }, document: "$$ROOT" } },
  ];
}

function answerOf(rows: readonly Row[], number: number, { projection, wanted: { sort } }: Read): Answered {
  const found = rows.flatMap((row) => ("document" in row && row.read === number ? [row.document] : []));
  const named = rows.find((row) => "projection" in row && row.projection._id === projection);
  return {
    found: sort ? inOrder(found, sort) : found,
    projection: named && "projection" in named ? named.projection : null,
  };
}

/** MongoDB does not promise to keep the order in a union. It compares texts by their bytes. */
function inOrder(found: StoredDocument[], { index, direction }: NonNullable<Wanted["sort"]>): StoredDocument[] {
  const placed = found.map((stored) => ({
    stored,
    order: Buffer.from(stored.entries[index]?.order ?? ""),
    key: Buffer.from(stored._id),
  }));
  const sign = direction === "ascending" ? 1 : -1;
  placed.sort((a, b) => sign * (Buffer.compare(a.order, b.order) || Buffer.compare(a.key, b.key)));
  return placed.map(({ stored }) => stored);
}
