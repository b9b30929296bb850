import { openDatabase } from "../sqlite/open-database.ts";
import { WriterThread } from "../sqlite/writer-thread.ts";
import type { VaultAnswer, VaultWrite } from "./sqlite-vault-writer.ts";
import { type Vault, type VaultEntry, VaultUnavailable, type WrappedKey } from "./vault.ts";

export interface SqliteVaultOptions {
  file: string;
  /** False for a second thread of the process that only decrypts; the file must exist. */
  writes: boolean;
  onFault: (error: Error) => void;
}

/**
 * The vault in one SQLite file of its own. An erased key is overwritten in its row and in the write-ahead log before the erasure resolves. SQLite
 * may have left a copy of it in the file when it moved rows: about one in 20,000. The compaction that removes it is part of the erasure, unless
 * the previous one was so short ago that compactions would take more than a 3,600th of the time: then it follows. `compact` does not wait for that.
 */
export async function openSqliteVault({ file, writes, onFault }: SqliteVaultOptions): Promise<Vault> {
  const writer = writes
    ? new WriterThread<VaultWrite, VaultAnswer>(new URL("./sqlite-vault-writer.ts", import.meta.url), { file }, onFault)
    : null;
  await writer?.ready();
  const database = openDatabase(file, { readOnly: true });
  const secretByName = database.prepare("SELECT key FROM keys WHERE kind = 'secret' AND name = ?");
  const personsByName = database.prepare(
    "SELECT name, key FROM keys WHERE kind = 'person' AND name IN (SELECT value FROM json_each(?))",
  );
  personsByName.setReturnArrays(true);
  const entriesAfter = database.prepare(
    "SELECT kind, name, key FROM keys WHERE (kind, name) > (?, ?) ORDER BY kind, name LIMIT ?",
  );

  const write = async (operation: VaultWrite): Promise<VaultAnswer> => {
    if (!writer) throw new TypeError("this vault was opened for reading");
    try {
      return await writer.write(operation);
    } catch (cause) {
      throw new VaultUnavailable(`the vault did not accept a write: ${(cause as Error).message}`, { cause });
    }
  };

  return {
    place: file,
    async personKeys(personIds) {
      // The statement returns arrays, which its type does not say.
      const rows = personsByName.all(JSON.stringify(personIds)) as unknown as [name: string, key: WrappedKey | null][];
      return new Map(rows.map(([name, key]) => [name, key ?? "erased"]));
    },
    async addPersonKey(personId, key) {
      const stored = await write({ add: "person", name: personId, key });
      return typeof stored === "string" ? "erased" : stored;
    },
    async erasePersonKey(personId) {
      await write({ erase: personId });
    },
    async compact() {
      await write({ compact: true });
    },
    async secret(name) {
      return (secretByName.get(name)?.key as WrappedKey | null | undefined) ?? null;
    },
    async addSecret(name, key) {
      const stored = await write({ add: "secret", name, key });
      if (typeof stored === "string") throw new Error(`the secret ${name} has no value`);
      return stored;
    },
    async replaceKeys(replacements) {
      await write({ replace: replacements });
    },
    async entries(after, limit) {
      const rows = entriesAfter.all(after?.kind ?? "", after?.name ?? "", limit);
      return rows.map(({ kind, name, key }) => ({ kind, name, key: key ?? "erased" }) as VaultEntry);
    },
    async close() {
      // Close it before the writer's: only the last connection removes the write-ahead log, and only if it may write.
      if (database.isOpen) database.close();
      await writer?.close();
    },
  };
}
