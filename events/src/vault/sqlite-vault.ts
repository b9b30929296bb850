import { openDatabase } from "../sqlite/open-database.ts";
import { WriterThread } from "../sqlite/writer-thread.ts";
import type { VaultAnswer, VaultWrite } from "./sqlite-vault-writer.ts";
import type { Vault, WrappedKey } from "./vault.ts";

export interface SqliteVaultOptions {
  file: string;
  /** False for a second thread of the process that only opens what is sealed; the file must exist. */
  writes: boolean;
  onFault: (error: Error) => void;
}

/** The vault in one SQLite file of its own, with `secure_delete`: an erased key leaves no bytes behind. */
export async function openSqliteVault({ file, writes, onFault }: SqliteVaultOptions): Promise<Vault> {
  const writer = writes
    ? new WriterThread<VaultWrite, VaultAnswer>(new URL("./sqlite-vault-writer.ts", import.meta.url), file, onFault)
    : null;
  await writer?.ready();
  const database = openDatabase(file, { readOnly: true });
  const byName = database.prepare("SELECT key FROM keys WHERE kind = ? AND name = ?");

  const write = (asked: VaultWrite) => {
    if (!writer) throw new TypeError("this vault was opened for reading");
    return writer.write(asked);
  };
  const find = (kind: "person" | "secret", name: string): VaultAnswer | null => {
    const row = byName.get(kind, name);
    return row ? ((row.key as WrappedKey | null) ?? "erased") : null;
  };

  return {
    place: file,
    async personKeys(personIds) {
      const keys = new Map<string, VaultAnswer>();
      for (const id of personIds) {
        const key = find("person", id);
        if (key) keys.set(id, key);
      }
      return keys;
    },
    addPersonKey: async (personId, key) => write({ add: "person", name: personId, key }),
    async erasePersonKey(personId) {
      await write({ erase: personId });
    },
    async secret(name) {
      const key = find("secret", name);
      return key === "erased" ? null : key;
    },
    async addSecret(name, key) {
      const standing = await write({ add: "secret", name, key });
      if (standing === "erased") throw new Error(`the secret ${name} has no value`);
      return standing;
    },
    async close() {
      // Before the writer's: only a connection that may write clears the write-ahead log away, and only as the last one.
      if (database.isOpen) database.close();
      await writer?.close();
    },
  };
}
