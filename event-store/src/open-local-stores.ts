import { openEventLog } from "./log/open-event-log.ts";
import { type Stores, storesOf } from "./open-stores.ts";
import { openKeyring } from "./vault/keyring.ts";
import { masterKey } from "./vault/master-key.ts";
import { openVault } from "./vault/open-vault.ts";

export interface LocalStoresLocation {
  dataDir: string;
  generation: number;
  /** 32 bytes. Called once the log is open: reading the key's file creates it, which a folder without a log must not get. */
  readMasterKey(): Uint8Array;
  /** False: only to read and follow. */
  writes: boolean;
  /** Called when a writer thread died. The process must not continue as if it could write. */
  onFault: (error: Error) => void;
}

/** Opens the log and the vault in a folder. @throws WrongMasterKey @throws VaultLost */
export async function openLocalStores(location: LocalStoresLocation): Promise<Stores> {
  const { dataDir, generation, writes, onFault } = location;
  // Sorting needs as much room as read models. /tmp may be small, and in memory. SQLite reads this before it opens its first file.
  process.env.SQLITE_TMPDIR ??= dataDir;
  const [log, vault] = await Promise.all([
    openEventLog({ dataDir, generation, writes, onFault }),
    openVault({ dataDir, generation, writes, onFault }),
  ]);
  const key = masterKey(Buffer.from(location.readMasterKey()));
  const keyring = await openKeyring(vault, key, log).catch(async (error) => {
    // Also so that no write-ahead log of the vault is left: SQLite would apply it to a vault restored from a backup.
    await Promise.all([vault.close(), log.close()]);
    throw error;
  });
  return storesOf(log, vault, { keyring, masterKeyMark: key.mark });
}
