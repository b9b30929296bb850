import { serveWrites } from "../sqlite/group-commit.ts";
import type { WrappedKey } from "./vault.ts";

export type VaultWrite = { add: "person" | "secret"; name: string; key: WrappedKey } | { erase: string };
export type VaultAnswer = WrappedKey | "erased";

const schema = `
  CREATE TABLE IF NOT EXISTS keys (
    kind TEXT NOT NULL CHECK (kind IN ('person', 'secret')),
    name TEXT NOT NULL,
    key BLOB, -- null: erased permanently
    PRIMARY KEY (kind, name)
  ) STRICT, WITHOUT ROWID`;

serveWrites<VaultWrite, VaultAnswer>((database) => {
  database.exec(schema);
  const add = database.prepare("INSERT INTO keys (kind, name, key) VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
  const selectKey = database.prepare("SELECT key FROM keys WHERE kind = ? AND name = ?");
  const erase = database.prepare(
    "INSERT INTO keys (kind, name, key) VALUES ('person', ?, NULL) ON CONFLICT DO UPDATE SET key = NULL",
  );
  return {
    write(write) {
      if ("erase" in write) {
        erase.run(write.erase);
        return "erased";
      }
      add.run(write.add, write.name, write.key);
      return (selectKey.get(write.add, write.name)?.key as WrappedKey | null) ?? "erased";
    },
    afterwards: {
      isNeededBy: (write) => "erase" in write,
      run() {
        // Until this checkpoint, the key's bytes are still in the write-ahead log, and in the page that it will overwrite.
        const outcome = database.prepare("PRAGMA wal_checkpoint(TRUNCATE)").get();
        if (outcome?.busy !== 0n)
          throw new Error("a reader still keeps the erased key's bytes on the disk: erase again");
      },
    },
  };
});
