import { join } from "node:path";
import { openSqliteVault } from "./sqlite-vault.ts";
import type { Vault } from "./vault.ts";

export interface VaultLocation {
  dataDir: string;
  writes: boolean;
  onFault: (error: Error) => void;
}

/** The vault that the configuration names. */
export const openVault = ({ dataDir, writes, onFault }: VaultLocation): Promise<Vault> =>
  openSqliteVault({ file: join(dataDir, "vault.sqlite"), writes, onFault });
