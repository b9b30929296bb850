import { randomBytes, randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { expect, it } from "vitest";
import { rotationContract } from "../testing/rotation.contract.ts";
import { temporaryFolder } from "../testing/temporary-folder.ts";
import { openKeyring } from "./keyring.ts";
import { masterKey } from "./master-key.ts";
import { rewrapVault } from "./rotate-master-key.ts";
import { openSqliteVault } from "./sqlite-vault.ts";

const folder = temporaryFolder();
const onFault = (error: Error) => {
  throw error;
};
let files = 0;
const newFile = () => join(folder, `${++files}.sqlite`);
const open = (file: string) => openSqliteVault({ file, writes: true, onFault });

rotationContract("SQLite", async () => {
  const file = newFile();
  return { vault: await open(file), again: () => open(file) };
});

it("CR-06 leaves nothing in the SQLite vault's files that the former master key wrapped", async () => {
  const file = newFile();
  const vault = await open(file);
  const former = randomBytes(32);
  const keyring = await openKeyring(vault, masterKey(former), { head: async () => 0n });
  await Promise.all(Array.from({ length: 1000 }, () => keyring.createPersonKey(randomUUID())));
  const wraps = (await vault.entries(null, 2000)).map(({ key }) => Buffer.from(key));
  const present = () => {
    const bytes = Buffer.concat(readdirSync(folder).map((name) => readFileSync(join(folder, name))));
    return wraps.filter((wrap) => bytes.includes(wrap.subarray(5))).length;
  };
  expect(present()).toBe(1002);
  await rewrapVault({ vault, masterKey: masterKey(randomBytes(32), former) });
  expect(present()).toBe(0);
  await vault.close();
  expect(present()).toBe(0);
});
