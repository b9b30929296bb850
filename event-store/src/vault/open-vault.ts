import { join } from "node:path";
import { openSqliteVault } from "./sqlite-vault.ts";
import type { Vault } from "./vault.ts";

/**
 * A file in a folder, or a collection in a server's database that only the vault uses. Opening a database waits until it is available or the signal
 * aborts. `onWaiting` is called once with the error if it has to wait.
 */
export type VaultLocation = { generation: number; writes: boolean; onFault: (error: Error) => void } & (
  | { dataDir: string; url?: undefined }
  /** A `mongodb://` connection string. */
  | { url: string; signal?: AbortSignal | undefined; onWaiting?: (error: unknown) => void }
);

/** Its file in the data folder. That of the first generation had its name before there was another. */
export const vaultFile = (generation: number): string =>
  generation === 1 ? "vault.sqlite" : `vault-${generation}.sqlite`;

/** Opens the configured vault. */
export async function openVault(location: VaultLocation): Promise<Vault> {
  if (location.url === undefined) {
    const { dataDir, generation, writes, onFault } = location;
    return openSqliteVault({ file: join(dataDir, vaultFile(generation)), writes, onFault });
  }
  // Loaded only when needed: MongoDB's client takes memory in every thread.
  const { openMongoVault } = await import("./mongodb-vault.ts");
  return openMongoVault(location);
}
