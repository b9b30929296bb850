import type { Leases } from "../follower/lease.ts";
import type { Builds } from "./builds.ts";
import type { ReadStore, ReadStoreWriter } from "./read-store.ts";
import { openSqliteBuilds } from "./sqlite/builds.ts";
import { openSqliteLeases } from "./sqlite/leases.ts";
import { catalogueFile } from "./sqlite/read-models.ts";
import { openSqliteReadStore } from "./sqlite/read-store.ts";
import { openSqliteReadStoreWriter } from "./sqlite/read-store-writer.ts";

/**
 * Files in a folder, or a database of a server: opening that waits until it is there, or the signal aborts. `onWaiting` hears once what
 * keeps it waiting.
 */
export type ReadStoreLocation =
  | { dataDir: string; generation: number; url?: undefined }
  /** A `mongodb://` connection string. */
  | { url: string; generation: number; signal?: AbortSignal | undefined; onWaiting?: (error: unknown) => void };

const fileOf = ({ dataDir, generation }: { dataDir: string; generation: number }) => catalogueFile(dataDir, generation);

// MongoDB's side is loaded where it is used: its client takes memory in every thread.

/** The read store that the configuration names, for the query side. May come before any writer. */
export const openReadStore = async (location: ReadStoreLocation): Promise<ReadStore> =>
  location.url === undefined
    ? openSqliteReadStore(fileOf(location))
    : (await import("./mongodb/read-store.ts")).openMongoReadStore(location);

/** The same store for the followers. */
export const openReadStoreWriter = async (location: ReadStoreLocation): Promise<ReadStoreWriter> =>
  location.url === undefined
    ? openSqliteReadStoreWriter(fileOf(location))
    : (await import("./mongodb/read-store-writer.ts")).openMongoReadStoreWriter(location);

/** The builds of the same store, for whoever makes them anew. */
export const openBuilds = async (location: ReadStoreLocation): Promise<Builds> =>
  location.url === undefined
    ? openSqliteBuilds(fileOf(location))
    : (await import("./mongodb/builds.ts")).openMongoBuilds(location);

/** Who follows which projection of the same store. */
export const openLeases = async (location: ReadStoreLocation): Promise<Leases> =>
  location.url === undefined
    ? openSqliteLeases(fileOf(location))
    : (await import("./mongodb/leases.ts")).openMongoLeases(location);
