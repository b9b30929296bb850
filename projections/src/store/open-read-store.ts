import type { Leases } from "../lease.ts";
import type { Builds } from "./builds.ts";
import type { ReadStore, ReadStoreWriter } from "./read-store.ts";
import { openSqliteBuilds } from "./sqlite-builds.ts";
import { openSqliteLeases } from "./sqlite-leases.ts";
import { catalogueFile } from "./sqlite-read-models.ts";
import { openSqliteReadStore } from "./sqlite-read-store.ts";
import { openSqliteReadStoreWriter } from "./sqlite-read-store-writer.ts";

export interface ReadStoreLocation {
  dataDir: string;
  generation: number;
}

/** The read store that the configuration names, for the query side. May come before any writer. */
export const openReadStore = async ({ dataDir, generation }: ReadStoreLocation): Promise<ReadStore> =>
  openSqliteReadStore(catalogueFile(dataDir, generation));

/** The same store for the followers. */
export const openReadStoreWriter = async ({ dataDir, generation }: ReadStoreLocation): Promise<ReadStoreWriter> =>
  openSqliteReadStoreWriter(catalogueFile(dataDir, generation));

/** The builds of the same store, for whoever makes them anew. */
export const openBuilds = async ({ dataDir, generation }: ReadStoreLocation): Promise<Builds> =>
  openSqliteBuilds(catalogueFile(dataDir, generation));

/** Who follows which projection of the same store. */
export const openLeases = async ({ dataDir, generation }: ReadStoreLocation): Promise<Leases> =>
  openSqliteLeases(catalogueFile(dataDir, generation));
