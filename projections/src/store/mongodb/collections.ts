import { randomBytes } from "node:crypto";
import { connectMongo, type MongoConnection } from "@attestory/event-store/mongodb/connection.ts";
import type { Position } from "@attestory/events/envelope.ts";
import type { Collection as MongoCollection } from "mongodb";
import type { IndexEntry } from "../../read-models/projection.ts";
import type { BuildProgress } from "../builds.ts";
import { type Checkpoint, type Parked, ReadStoreUnavailable } from "../read-store.ts";

/** A document of a build. If the collection is sharded, the shard key is `_id`. */
export interface StoredDocument {
  /** The document's key. */
  _id: string;
  position: Position;
  /** Null for a tombstone. */
  document: object | null;
  /** Its index entries, by the name of the index. */
  entries: Record<string, IndexEntry>;
  parked?: Parked;
}

export interface StoredBuild {
  /** The collection of its documents. */
  collection: string;
  /** True if the build is active or was active before. */
  wasRead: boolean;
  since: number;
  /** Every event up to here is in the documents. */
  checkpoint: Position;
  /** The event at the checkpoint; null at zero. */
  eventId: string | null;
  /** Of partitions that may be further than the checkpoint: by how many there are, then by their number. */
  partitions?: Record<string, Record<string, Checkpoint>>;
  progress: BuildProgress;
  /** True if its documents are those of the former version of the projection, or followed on from them. */
  isCarriedOver?: boolean;
  /** Absent in a build that was made in another way. */
  making?: Making;
}

/** How far a build in progress is, and who writes it. */
export interface Making {
  /** The code that makes its documents. Null: it is not continued. */
  code: string | null;
  /** Drawn anew by each process that begins or continues it: all others must not write any more. */
  writer: string;
  /** No document is newer than this event. */
  reached: Checkpoint;
  /** Whether an event could not be applied to one of its documents. */
  hasParked: boolean;
}

/** All that must change atomically: which of a projection's builds is active, and the checkpoint of each. */
export interface StoredProjection {
  /** The projection's name. */
  _id: string;
  /** The number of the newest build, even if that was dropped. */
  last: number;
  running: number | null;
  /** How many times another build became active. */
  switches: number;
  /** The switch in progress, if any. Until it ends, no write to the active build is acknowledged. */
  switching: { by: string; until: bigint } | null;
  builds: Record<string, StoredBuild>;
}

export interface StoredLease {
  _id: string;
  holder: string | null;
  fence: number;
  /** Milliseconds since the epoch, by the clock of the server. */
  until: bigint;
}

/** For update pipelines: the server's time, in milliseconds since the epoch. The clocks of its clients may differ. */
export const serverTime = { $toLong: "$$NOW" } as const;

/** A process that follows projections, and wants its share of them. */
export interface StoredMember {
  _id: string;
  holder: string;
  projections: string[];
  /** As of a lease. */
  until: bigint;
}

export interface MongoReadStoreOptions {
  /** A `mongodb://` connection string. */
  url: string;
  generation: number;
  /** Stops waiting for a server that is not available yet. */
  signal?: AbortSignal | undefined;
  /** Called once with the reason for waiting. */
  onWaiting?: ((error: unknown) => void) | undefined;
}

/** One generation's read models: a catalogue, leases, and each build of a projection in a collection of its own. */
export interface MongoReadModels extends Pick<MongoConnection, "place" | "close"> {
  /** `limit` aborts a read that takes too long. */
  ask<Answer>(question: (models: Collections, limit: AbortSignal) => Promise<Answer>): Promise<Answer>;
}

export interface Collections {
  catalogue: MongoCollection<StoredProjection>;
  leases: MongoCollection<StoredLease>;
  members: MongoCollection<StoredMember>;
  documents(collection: string): MongoCollection<StoredDocument>;
  /** Removes a collection; succeeds also if it does not exist. */
  remove(collection: string): Promise<void>;
  /** The collections that hold documents of any build of the projection. */
  ofProjection(projection: string): Promise<string[]>;
}

/** For example `1.<projection>.3.<nonce>`: the third build of the projection. The nonce tells it apart from a build of a deleted catalogue. */
export const newCollectionName = (generation: number, projection: string, build: number): string =>
  `${generation}.${projection}.${build}.${randomBytes(4).toString("hex")}`;

const unavailable = (cause: unknown) => new ReadStoreUnavailable("the read store cannot be reached", { cause });

/**
 * Time limits in milliseconds. A batch may take longer than a user would wait for an answer, and making an index of millions of documents
 * takes minutes.
 */
export const patience = { reading: 1500, writing: 4000, indexing: 3_600_000 } as const;

/** Connects; waits while the server is unavailable. */
export async function openMongoReadModels(
  { url, generation, signal, onWaiting }: MongoReadStoreOptions,
  patienceMs: number,
): Promise<MongoReadModels> {
  const connection = await connectMongo({
    url,
    variable: "READ_STORE",
    unavailable,
    patienceMs,
    signal,
    onWaiting,
  });
  return {
    place: connection.place,
    ask: (question) =>
      connection.ask((database, limit) => {
        const ofProjection = async (projection: string) => {
          const prefix = `${generation}.${projection}.`;
          const all = await database.listCollections({}, { nameOnly: true }).toArray();
          return all.map(({ name }) => name).filter((name) => name.startsWith(prefix));
        };
        const models: Collections = {
          catalogue: database.collection(`${generation}.catalogue`),
          leases: database.collection(`${generation}.leases`),
          members: database.collection(`${generation}.members`),
          documents: (collection) => database.collection(collection),
          remove: async (collection) => void (await database.dropCollection(collection)),
          ofProjection,
        };
        return question(models, limit);
      }),
    close: () => connection.close(),
  };
}
