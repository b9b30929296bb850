import { randomBytes } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { describe, expect, it } from "vitest";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { tracesOfKey } from "../testing/traces-of-key.ts";
import { vaultContract } from "../testing/vault.contract.ts";
import { openSqliteVault } from "./sqlite-vault.ts";
import { VaultUnavailable } from "./vault.ts";

const folder = temporaryFolder();
const onFault = (error: Error) => {
  throw error;
};
let files = 0;
const newFile = () => join(folder, `${++files}.sqlite`);
const open = (file: string, writes = true) => openSqliteVault({ file, writes, onFault });

vaultContract("the SQLite vault", async () => {
  const file = newFile();
  return { vault: await open(file), again: () => open(file) };
});

/** The files of the folder that contain a part of this key. */
const filesWith = (key: Buffer) =>
  readdirSync(folder).filter((name) => tracesOfKey(readFileSync(join(folder, name)), key).length > 0);

describe("the SQLite vault", () => {
  it("LG-02 leaves an erased key in no file, while others read and write", async () => {
    const file = newFile();
    const vault = await open(file);
    const reader = await open(file, false);
    const keys = Array.from({ length: 40 }, () => [crypto.randomUUID(), randomBytes(61)] as const);
    for (const [id, key] of keys) await vault.addPersonKey(id, key);
    const [[erased, key], [remaining, other]] = keys as [(typeof keys)[0], (typeof keys)[0]];
    expect(filesWith(key)).not.toEqual([]);
    await Promise.all([
      vault.erasePersonKey(erased),
      vault.addPersonKey(crypto.randomUUID(), randomBytes(61)),
      reader.personKeys([remaining, erased]),
    ]);
    expect(filesWith(key)).toEqual([]);
    expect(filesWith(other)).not.toEqual([]);
    expect((await reader.personKeys([erased])).get(erased)).toBe("erased");
    await reader.close();
    await vault.close();
    expect(filesWith(key)).toEqual([]);
  });

  it("refuses to write when opened for reading, and to open a missing file for reading", async () => {
    const file = newFile();
    await expect(open(file, false)).rejects.toThrow("unable to open");
    const vault = await open(file);
    const reader = await open(file, false);
    await expect(reader.addPersonKey(crypto.randomUUID(), randomBytes(61))).rejects.toBeInstanceOf(TypeError);
    await expect(reader.erasePersonKey(crypto.randomUUID())).rejects.toBeInstanceOf(TypeError);
    await reader.close();
    await vault.close();
  });
});

it("B5 is unavailable for a write that the store refuses", async () => {
  const file = newFile();
  const vault = await open(file);
  const other = new DatabaseSync(file);
  other.exec("DROP TABLE keys");
  other.close();
  const written = [vault.addPersonKey(crypto.randomUUID(), randomBytes(61)), vault.erasePersonKey(crypto.randomUUID())];
  for (const write of written) await expect(write).rejects.toBeInstanceOf(VaultUnavailable);
  await vault.close();
});
