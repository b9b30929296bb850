import type { Leases } from "../follower/lease.ts";
import type { Builds } from "./builds.ts";
import type { ReadStore, ReadStoreWriter } from "./read-store.ts";
import { type BuildFiles, buildFilesHere } from "./sqlite/build-files.ts";
import { buildFilesInThread, hasRoomForThread } from "./sqlite/build-files-thread.ts";
import { openSqliteBuilds } from "./sqlite/builds.ts";
import { catalogueFile } from "./sqlite/files.ts";
import { openSqliteLeases } from "./sqlite/leases.ts";
import { openSqliteReadStore } from "./sqlite/read-store.ts";
import { openSqliteReadStoreWriter } from "./sqlite/read-store-writer.ts";

/**
 * Files in a folder, or a database on a server. Opening the latter waits until the server is available or `signal` aborts; `onWaiting`
 * is called once with the reason.
 */
export type ReadStoreLocation =
  | { dataDir: string; generation: number; url?: undefined }
  /** A `mongodb://` connection string. */
  | { url: string; generation: number; signal?: AbortSignal | undefined; onWaiting?: (error: unknown) => void };

const fileOf = ({ dataDir, generation }: { dataDir: string; generation: number }) => catalogueFile(dataDir, generation);

// The MongoDB adapter is loaded only if it is used: its client takes memory in every thread.

/** Opens the configured read store for queries. May run before any writer. */
export const openReadStore = async (location: ReadStoreLocation): Promise<ReadStore> =>
  location.url === undefined
    ? openSqliteReadStore(fileOf(location))
    : (await import("./mongodb/read-store.ts")).openMongoReadStore(location);

/** Opens the same store for followers. */
export const openReadStoreWriter = async (location: ReadStoreLocation): Promise<ReadStoreWriter> =>
  location.url === undefined
    ? openSqliteReadStoreWriter(fileOf(location))
    : (await import("./mongodb/read-store-writer.ts")).openMongoReadStoreWriter(location);

const buildFiles = (inThread: boolean | "if-room"): BuildFiles =>
  (inThread === "if-room" ? hasRoomForThread() : inThread) ? buildFilesInThread() : buildFilesHere;

/**
 * Opens the builds of the same store. `inThread`: files of unfinished builds are written in a thread of their own, `if-room` if there is
 * memory for one.
 */
export const openBuilds = async (
  location: ReadStoreLocation,
  { inThread = false }: { inThread?: boolean | "if-room" } = {},
): Promise<Builds> =>
  location.url === undefined
    ? openSqliteBuilds(fileOf(location), buildFiles(inThread))
    : (await import("./mongodb/builds.ts")).openMongoBuilds(location);

/** Opens the leases of the same store: which process follows which projection. */
export const openLeases = async (location: ReadStoreLocation): Promise<Leases> =>
  location.url === undefined
    ? openSqliteLeases(fileOf(location))
    : (await import("./mongodb/leases.ts")).openMongoLeases(location);
