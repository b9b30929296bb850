import { join } from "node:path";
import { openSqliteVault } from "./sqlite-vault.ts";
import type { Vault } from "./vault.ts";

/**
 * A file in a folder, or a database of a server that is the vault's alone: opening that waits until it is there, or the signal aborts.
 * `onWaiting` hears once what keeps it waiting.
 */
export type VaultLocation = { writes: boolean; onFault: (error: Error) => void } & (
  | { dataDir: string; url?: undefined }
  /** A `mongodb://` connection string. */
  | { url: string; signal?: AbortSignal | undefined; onWaiting?: (error: unknown) => void }
);

/** The vault that the configuration names. */
export async function openVault(location: VaultLocation): Promise<Vault> {
  if (location.url === undefined) {
    const { dataDir, writes, onFault } = location;
    return openSqliteVault({ file: join(dataDir, "vault.sqlite"), writes, onFault });
  }
  // Loaded where it is used: MongoDB's client takes memory in every thread.
  const { openMongoVault } = await import("./mongodb-vault.ts");
  return openMongoVault(location);
}
