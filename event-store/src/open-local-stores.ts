import { openEventLog } from "./log/open-event-log.ts";
import { type Stores, storesOf } from "./open-stores.ts";
import { openKeyring } from "./vault/keyring.ts";
import { type GivenMasterKeys, openMasterKey } from "./vault/master-key-file.ts";
import { openVault } from "./vault/open-vault.ts";

export interface LocalStoresLocation {
  dataDir: string;
  generation: number;
  /** Null: those in the folder's file, which is created if the log that is opened to write is empty. */
  masterKeys: GivenMasterKeys;
  /** False: only to read and follow. */
  writes: boolean;
  /** Called when a writer thread died. The process must not continue as if it could write. */
  onFault: (error: Error) => void;
}

/** Opens the log and the vault in a folder. @throws WrongMasterKey @throws MasterKeyFault @throws VaultLost */
export async function openLocalStores(location: LocalStoresLocation): Promise<Stores> {
  const { dataDir, generation, masterKeys, writes, onFault } = location;
  // Sorting needs as much room as read models. /tmp may be small, and in memory. SQLite reads this before it opens its first file.
  process.env.SQLITE_TMPDIR ??= dataDir;
  const [log, vault] = await Promise.all([
    openEventLog({ dataDir, generation, writes, onFault }),
    openVault({ dataDir, generation, writes, onFault }),
  ]);
  try {
    // A new key opens nothing that was written before.
    const masterKey = openMasterKey(masterKeys, { dataDir, creates: writes && (await log.head()) === 0n });
    return storesOf(log, vault, { keyring: await openKeyring(vault, masterKey, log), masterKey });
  } catch (error) {
    // Also so that no write-ahead log of the vault is left: SQLite would apply it to a vault restored from a backup.
    await Promise.all([vault.close(), log.close()]);
    throw error;
  }
}
