import { join } from "node:path";
import { openMongoVault } from "./mongo-vault.ts";
import { openSqliteVault } from "./sqlite-vault.ts";
import type { Vault } from "./vault.ts";

/** A file in a folder, or a database of a server that is the vault's alone: opening that waits until it is there, or the signal aborts. */
export type VaultLocation = { writes: boolean; onFault: (error: Error) => void } & (
  | { dataDir: string; url?: undefined }
  /** A `mongodb://` connection string. */
  | { url: string; signal?: AbortSignal | undefined }
);

/** The vault that the configuration names. */
export const openVault = (location: VaultLocation): Promise<Vault> => {
  if (location.url !== undefined) return openMongoVault(location);
  const { dataDir, writes, onFault } = location;
  return openSqliteVault({ file: join(dataDir, "vault.sqlite"), writes, onFault });
};
