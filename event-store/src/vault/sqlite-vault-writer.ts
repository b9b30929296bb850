import { compactionOf, emptyWriteAheadLog } from "../sqlite/compaction.ts";
import { serveWrites } from "../sqlite/group-commit.ts";
import type { Replacement, WrappedKey } from "./vault.ts";

export type VaultWrite =
  | { add: "person" | "secret"; name: string; key: WrappedKey }
  | { erase: string }
  | { replace: readonly Replacement[] }
  | { compact: true };
export type VaultAnswer = WrappedKey | "erased" | "replaced" | "compacted";

const schema = `
  CREATE TABLE IF NOT EXISTS keys (
    kind TEXT NOT NULL CHECK (kind IN ('person', 'secret')),
    name TEXT NOT NULL,
    key BLOB, -- null: erased permanently
    PRIMARY KEY (kind, name)
  ) STRICT, WITHOUT ROWID`;

const leastPauseMs = 1000;

serveWrites<VaultWrite, VaultAnswer>((database) => {
  database.exec(schema);
  const add = database.prepare("INSERT INTO keys (kind, name, key) VALUES (?, ?, ?) ON CONFLICT DO NOTHING");
  const selectKey = database.prepare("SELECT key FROM keys WHERE kind = ? AND name = ?");
  const erase = database.prepare(
    "INSERT INTO keys (kind, name, key) VALUES ('person', ?, NULL) ON CONFLICT DO UPDATE SET key = NULL",
  );
  const replace = database.prepare("UPDATE keys SET key = ? WHERE kind = ? AND name = ? AND key = ?");
  const compaction = compactionOf(database);
  let isWanted = false;
  let retry: NodeJS.Timeout | undefined;
  /** Until it succeeds. A process that ends before leaves it to the next one. */
  const compactWhenDue = () => {
    clearTimeout(retry);
    if (!database.isOpen || !compaction.isNeeded()) return;
    try {
      if (compaction.isDue()) return compaction.compact();
    } catch {
      // Tried again. The next erasure fails with the reason.
    }
    retry = setTimeout(compactWhenDue, Math.max(leastPauseMs, compaction.pauseMs()));
    retry.unref();
  };
  compactWhenDue();
  return {
    write(write) {
      if ("compact" in write) {
        isWanted = true;
        return "compacted";
      }
      if ("erase" in write) {
        erase.run(write.erase);
        compaction.noteRemoval();
        return "erased";
      }
      if ("replace" in write) {
        for (const { kind, name, from, to } of write.replace) replace.run(to, kind, name, from);
        compaction.noteRemoval();
        return "replaced";
      }
      add.run(write.add, write.name, write.key);
      return (selectKey.get(write.add, write.name)?.key as WrappedKey | null) ?? "erased";
    },
    afterwards: {
      isNeededBy: (write) => "erase" in write || "compact" in write,
      run() {
        const isNow = isWanted || compaction.isDue();
        isWanted = false;
        try {
          // Until this checkpoint, the key's bytes are still in the write-ahead log, and in the page that it will overwrite.
          emptyWriteAheadLog(database);
          if (isNow) compaction.compact();
        } catch (error) {
          throw new Error(`${error instanceof Error ? error.message : error}: erase again`);
        } finally {
          compactWhenDue();
        }
      },
    },
  };
});
