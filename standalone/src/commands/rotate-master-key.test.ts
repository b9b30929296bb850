import { randomBytes, randomUUID } from "node:crypto";
import { existsSync, readFileSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import {
  beginGeneration,
  readGenerations,
  removeUnfinished,
} from "@attestory/event-store/generations/local-generation-record.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { masterKey as both, markOfKey, wrapName } from "@attestory/event-store/vault/master-key.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import { expect, it } from "vitest";
import { takeFile } from "../data-folder.ts";
import { givenFileKey, marksIn, textOf } from "../testing/file-key.ts";
import { runInProcess } from "../testing/run-in-process.ts";

const folder = temporaryFolder();
const backupOf = (name: string) => join(folder, `${name}.sql`);
const onFault = (error: Error) => {
  throw error;
};

it("CR-06 rotates the generated key while the service runs, which reads and writes on", async () => {
  const { dataDir, file, former, ada, open, run } = await givenFileKey();
  const running = await open();
  const { code, stdout } = await run("rotate-master-key");
  expect(code).toBe(0);
  const [newest = "", ...others] = readFileSync(file, "utf8").trim().split("\n");
  const mark = markOfKey(Buffer.from(newest, "base64"));
  const formerFile = join(dataDir, `master-${former}.key`);
  expect([others, markOfKey(Buffer.from(readFileSync(formerFile, "utf8"), "base64"))]).toEqual([[], former]);
  expect(stdout.trim().split("\n")).toEqual([
    `wrapped 3 keys with the master key ${mark}: nothing needs the former one any more`,
    `next: keep a copy of ${file}, and keep ${formerFile} as safely for as long as backups from before, which need it`,
  ]);
  expect((await running.keyring.personKeys([ada])).size).toBe(1);
  const eve = randomUUID();
  await running.keyring.createPersonKey(eve);
  expect(await marksIn(dataDir)).toEqual([mark]);
  const again = await open();
  expect((await again.keyring.personKeys([ada, eve])).size).toBe(2);
});

it("CR-06 imports a backup from before only with the former key, and wraps its keys with the service's own", async () => {
  const { dataDir, former, run } = await givenFileKey();
  const backup = backupOf("before");
  await run("export", backup);
  await run("rotate-master-key");
  const [mark = ""] = await marksIn(dataDir);
  const refused = await run("import", backup);
  expect([refused.code, refused.stderr]).toEqual([
    1,
    `attestory: line 2: the backup needs the master key ${former}, and that of this service is ${mark}: give the file that has its key with --master-key FILE. Nothing was changed\n`,
  ]);
  const imported = await run("import", backup, "--master-key", join(dataDir, `master-${former}.key`));
  expect(imported).toMatchObject({ code: 0 });
  expect(await marksIn(dataDir, 2)).toEqual([mark]);
  const missing = await run("import", backup, "--master-key", join(dataDir, "none.key"));
  expect(missing.stderr).toMatch(/none\.key is missing: .*Nothing was changed/);
});

it("CR-06 writes a backup with one master key only, also while it is being rotated", async () => {
  const { dataDir, file, masterKey, vault, ada, run } = await givenFileKey();
  const next = randomBytes(32);
  writeFileSync(file, `${textOf(next)}\n${textOf(masterKey)}\n`, { mode: 0o600 });
  const from = (await vault.personKeys([ada])).get(ada);
  const to = from instanceof Uint8Array && both(next, masterKey).rewrap(wrapName.person(ada), from);
  if (!to) throw new Error("Ada's key has the former mark");
  await vault.replaceKeys([{ kind: "person", name: ada, from, to }]);
  expect((await marksIn(dataDir)).length).toBe(2);
  const backup = backupOf("meanwhile");
  expect(await run("export", backup)).toMatchObject({ code: 0 });
  const elsewhere = { DATA_DIR: join(folder, "elsewhere"), MASTER_KEY: textOf(masterKey) };
  expect(await runInProcess(["import", backup, "--dry-run"], elsewhere)).toMatchObject({ code: 0 });
});

it("CR-06 imports events and keys apart if a rotation came between the two files", async () => {
  const { run } = await givenFileKey();
  const [events, newer] = [backupOf("apart"), backupOf("newer")];
  await run("export", events, "--keys=separate");
  await run("rotate-master-key");
  await run("export", newer, "--keys=separate");
  expect(await run("import", events, join(folder, "newer.keys.sql"))).toMatchObject({ code: 0 });
  expect((await run("import", events, join(folder, "apart.keys.sql"))).stderr).toContain("needs the master key");
});

it("CR-06 rotates what was kept, leaves a generation of another key, and does not finish during an import", async () => {
  const { dataDir, file, run } = await givenFileKey();
  await run("export", backupOf("kept"));
  await run("import", backupOf("kept"));
  const other = await openVault({ dataDir, generation: 3, writes: true, onFault });
  await other.addSecret("link key", Buffer.concat([Buffer.of(1), Buffer.from("01020304", "hex"), randomBytes(56)]));
  await other.close();
  writeFileSync(join(dataDir, "events-3.sqlite"), "");
  const record = readGenerations(dataDir);
  const withOther = { ...record, whole: [...record.whole, 3], highest: 3 };
  writeFileSync(join(dataDir, "generations.json"), JSON.stringify(withOther));

  const importing = beginGeneration(dataDir, 1);
  const during = await run("rotate-master-key");
  expect([importing, during.code]).toEqual([4, 1]);
  expect(during.stderr).toMatch(/an import is under way, or was killed: .* both master keys are needed until it is/);
  expect(readFileSync(file, "utf8").trim().split("\n")).toHaveLength(2);
  removeUnfinished(dataDir);

  const { code, stdout } = await run("rotate-master-key");
  expect([code, stdout]).toEqual([
    0,
    expect.stringMatching(/^generation 3 has another master key, 01020304, and stays/),
  ]);
  const mark = markOfKey(Buffer.from(readFileSync(file, "utf8"), "base64"));
  expect([await marksIn(dataDir, 1), await marksIn(dataDir, 2)]).toEqual([[mark], [mark]]);
});

it("CR-06 is refused beside another rotation, and with a key that is not the vault's, and changes nothing", async () => {
  const { dataDir, file, run } = await givenFileKey();
  const lock = takeFile(join(dataDir, "rotation-lock.sqlite"));
  const before = readFileSync(file, "utf8");
  const second = await run("rotate-master-key");
  expect([second.code, second.stderr]).toEqual([1, expect.stringContaining("another rotation")]);
  lock?.release();
  const wrong = `${textOf(randomBytes(32))}\n`;
  writeFileSync(file, wrong, { mode: 0o600 });
  const refused = await run("rotate-master-key");
  expect([refused.code, refused.stderr]).toEqual([1, expect.stringContaining("another master key")]);
  expect(readFileSync(file, "utf8")).toBe(wrong);
  expect(before).not.toBe(wrong);
  expect(existsSync(join(dataDir, "master.key.unfinished"))).toBe(false);
});
