import { connectMongo, type MongoConnection } from "@attestory/event-store/mongodb/connection.ts";
import type { Position } from "@attestory/events/envelope.ts";
import type { Collection as MongoCollection } from "mongodb";
import type { IndexEntry } from "../../read-models/projection.ts";
import type { BuildProgress } from "../builds.ts";
import { type Parked, ReadStoreUnavailable } from "../read-store.ts";

/** A document of a build. Sharded, it is by its key. */
export interface StoredDocument {
  /** Its key. */
  _id: string;
  position: Position;
  /** Null: a tombstone. */
  document: object | null;
  /** Where it stands, by the name of the index. */
  entries: Record<string, IndexEntry>;
  parked?: Parked;
}

export interface StoredBuild {
  /** Of its documents. */
  collection: string;
  /** Now, or before another was. */
  wasRead: boolean;
  since: number;
  /** Every event up to here is in the documents. */
  checkpoint: Position;
  progress: BuildProgress;
}

/** All that has to change at once: which of a projection's builds is read, and how far each of them is. */
export interface StoredProjection {
  /** Its name. */
  _id: string;
  /** The number of the newest build, also of one that is gone. */
  last: number;
  running: number | null;
  /** How often another build was read from then on. */
  switches: number;
  /** Whoever is about to let another build be read: meanwhile nothing is acknowledged of the one that is read. */
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

/** In an update that is computed: the time of the server, in milliseconds since the epoch. Those who share it have clocks that differ. */
export const serverTime = { $toLong: "$$NOW" } as const;

export interface MongoReadStoreOptions {
  /** A `mongodb://` connection string. */
  url: string;
  generation: number;
  /** Ends the waiting for a server that is not there yet. */
  signal?: AbortSignal | undefined;
  /** Hears once what keeps it waiting. */
  onWaiting?: ((error: unknown) => void) | undefined;
}

/** One generation's read models: a catalogue, leases, and each build of a projection in a collection of its own. */
export interface MongoReadModels extends Pick<MongoConnection, "place" | "close"> {
  /** `limit` ends a read in time. */
  ask<Answer>(question: (models: Collections, limit: AbortSignal) => Promise<Answer>): Promise<Answer>;
}

export interface Collections {
  catalogue: MongoCollection<StoredProjection>;
  leases: MongoCollection<StoredLease>;
  documents(collection: string): MongoCollection<StoredDocument>;
  /** Removes one; also one that is not there. */
  remove(collection: string): Promise<void>;
  /** Those that hold documents of any build of the projection. */
  ofProjection(projection: string): Promise<string[]>;
}

/** `1.users@1.3.`, and what makes it another one than that of a catalogue that was deleted: the third build of users@1. */
export const collectionName = (generation: number, projection: string, build: number, nonce: string): string =>
  `${generation}.${projection}.${build}.${nonce}`;

const unavailable = (cause: unknown) => new ReadStoreUnavailable("the read store cannot be reached", { cause });

/** For those who answer, and for those who write: a batch may take longer than anybody would wait for an answer. */
export const patience = { reading: 1500, writing: 4000 } as const;

/** Connects, and waits for the server while it is not there. */
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
          documents: (collection) => database.collection(collection),
          remove: async (collection) => void (await database.dropCollection(collection)),
          ofProjection,
        };
        return question(models, limit);
      }),
    close: () => connection.close(),
  };
}
