import { createHash } from "node:crypto";
import { copyFileSync, existsSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { expect, it } from "vitest";
import { openDatabase } from "../sqlite/open-database.ts";
import { WriterThread } from "../sqlite/writer-thread.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { tracesOfKey } from "../testing/traces-of-key.ts";
import { openSqliteVault } from "./sqlite-vault.ts";
import type { VaultAnswer, VaultWrite } from "./sqlite-vault-writer.ts";

const folder = temporaryFolder();
let files = 0;
const newFile = () => join(folder, `${++files}.sqlite`);
const onFault = (error: Error) => {
  throw error;
};
const open = (file: string) => openSqliteVault({ file, writes: true, onFault });
const parts = (file: string) => [file, `${file}-wal`].filter((part) => existsSync(part));
const hasTraces = (file: string, key: Buffer) =>
  parts(file).some((part) => tracesOfKey(readFileSync(part), key).length > 0);

/** With this seed, SQLite leaves a second copy of one stored key in the gap of a page. Found by trying. */
const seed = 95;
const bytes = (write: number) => createHash("shake256", { outputLength: 110 }).update(`${seed} ${write}`).digest();

interface PersonKey {
  name: string;
  key: Buffer;
}

/** A vault in which a key that is not erased yet has a second copy, which no later write overwrites. */
function vaultWithCopy(file: string, { isClean = true } = {}): PersonKey {
  const database = new DatabaseSync(file);
  database.exec(`PRAGMA journal_mode = WAL; PRAGMA secure_delete = ON;
    CREATE TABLE keys (
      kind TEXT NOT NULL CHECK (kind IN ('person', 'secret')),
      name TEXT NOT NULL,
      key BLOB, -- null: erased permanently
      PRIMARY KEY (kind, name)
    ) STRICT, WITHOUT ROWID; BEGIN`);
  const add = database.prepare("INSERT INTO keys VALUES ('person', ?, ?)");
  const erase = database.prepare("UPDATE keys SET key = NULL WHERE kind = 'person' AND name = ?");
  const stored: PersonKey[] = [];
  for (let write = 0; write < 300; write++) {
    const random = bytes(write);
    const [erased] =
      random.readUInt32BE(0) < 2 ** 31 ? stored.splice(random.readUInt32BE(4) % (stored.length || 1), 1) : [];
    const added = { name: random.subarray(8, 26).toString("hex"), key: random.subarray(40, 101) };
    if (erased) erase.run(erased.name);
    else {
      add.run(added.name, added.key);
      stored.push(added);
    }
  }
  database.exec(`COMMIT; PRAGMA user_version = ${isClean ? 1 : 0}; PRAGMA wal_checkpoint(TRUNCATE)`);
  database.close();
  const content = readFileSync(file);
  const twice = stored.find(({ key }) => content.indexOf(key) !== content.lastIndexOf(key));
  if (!twice) throw new Error("this version of SQLite leaves no copy with this seed: find another one");
  return twice;
}

it("LG-02 leaves no copy of an erased key that SQLite made when it moved rows", async () => {
  const file = newFile();
  const { name, key } = vaultWithCopy(file);
  const vault = await open(file);
  await vault.erasePersonKey(name);
  expect(hasTraces(file, key)).toBe(false);
  await vault.close();
});

/** As a release did that knew of no compaction. */
function eraseBySql(file: string, { name, key }: PersonKey): void {
  const database = new DatabaseSync(file, { timeout: 5000 });
  database.exec("PRAGMA secure_delete = ON");
  database.prepare("UPDATE keys SET key = NULL WHERE name = ?").run(name);
  database.exec("PRAGMA wal_checkpoint(TRUNCATE)");
  database.close();
  expect(hasTraces(file, key)).toBe(true);
}

it("removes at its next start the copies of a vault that an earlier release wrote", async () => {
  const file = newFile();
  const twice = vaultWithCopy(file, { isClean: false });
  eraseBySql(file, twice);
  await (await open(file)).close();
  expect(hasTraces(file, twice.key)).toBe(false);
});

it("LG-02 removes the copies at its next start if it was killed after the erasure and before the compaction", async () => {
  const file = newFile();
  const { name, key } = vaultWithCopy(file);
  const writer = new WriterThread<VaultWrite, VaultAnswer>(
    new URL("./sqlite-vault-writer.ts", import.meta.url),
    { file, options: { timeout: 10 } },
    onFault,
  );
  await writer.ready();
  // A reader in the middle of a transaction: the erasure is committed, and cannot be finished.
  const reader = openDatabase(file, { readOnly: true });
  reader.exec("BEGIN");
  reader.prepare("SELECT count(*) FROM keys").get();
  await expect(writer.write({ erase: name })).rejects.toThrow("erase again");
  const left = newFile();
  for (const part of parts(file)) copyFileSync(part, part.replace(file, left));
  reader.close();
  await writer.close();

  const vault = await open(left);
  expect((await vault.personKeys([name])).get(name)).toBe("erased");
  expect(hasTraces(left, key)).toBe(false);
  await vault.close();
});

it("compacts at once when it is told to", async () => {
  const file = newFile();
  const twice = vaultWithCopy(file);
  const vault = await open(file);
  eraseBySql(file, twice);
  await vault.compact?.();
  expect(hasTraces(file, twice.key)).toBe(false);
  await vault.close();
});
