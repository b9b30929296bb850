import { randomUUID } from "node:crypto";
import { symlinkSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readGenerations } from "@attestory/event-store/generations/local-generation-record.ts";
import { signErasureLedger } from "@attestory/event-store/notary/erasure-ledger.ts";
import { notaryKey } from "@attestory/event-store/notary/notary-key.ts";
import type { NoteKey } from "@attestory/event-store/notary/signed-note.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { adminsStream, erasureStream, userStream } from "@attestory/events/envelope.ts";
import { beforeAll, expect, it } from "vitest";
import { runInProcess } from "../testing/run-in-process.ts";

const folder = temporaryFolder();
const backup = join(folder, "backup.sql");
const checkpointFile = join(folder, "checkpoint");
const [ada, hal] = [randomUUID(), randomUUID()];
const service = scratchServiceOfFile();
const attestory = (dataDir: string, args: string[], settings: NodeJS.ProcessEnv = {}) =>
  runInProcess(args, { DATA_DIR: dataDir, MASTER_KEY: service.masterKey.toString("base64"), ...settings });
const importTo = (name: string, args: string[], settings: NodeJS.ProcessEnv = {}) =>
  attestory(join(folder, name), ["import", backup, ...args], settings);

/** The ledger of a service that has erased these, and a person of whom the backup knows nothing. */
function ledger(key: NoteKey, ...erased: string[]): string {
  const personIds = new Set([...erased, randomUUID()]);
  return signErasureLedger({ generation: 1, position: 9n, eventId: randomUUID(), personIds }, key);
}

beforeAll(async () => {
  for (const userId of [ada, hal]) {
    const data = { userId, firstName: "Name", lastName: null };
    await service.happened(userStream(userId), { type: "ProfileChanged", data }, { person: userId });
  }
  await service.happened(adminsStream, { type: "AdminListed", data: { userId: ada, accessVersion: 1 } });
  await attestory(service.dataDir, ["export", backup]);
  writeFileSync(`${checkpointFile}.erased`, ledger(notaryKey(service.keyring), hal));
});

it("RE-42 on an empty machine, who was erased after the backup stays erased by the ledger", async () => {
  const imported = await importTo("restored", ["--erased", `${checkpointFile}.erased`]);
  expect(imported).toMatchObject({ code: 0, stdout: expect.stringContaining("and still erased: 1\n") });

  const dataDir = join(folder, "restored");
  const onFault = (error: Error) => {
    throw error;
  };
  const masterKeys = [service.masterKey];
  const stores = await openLocalStores({ dataDir, generation: 2, masterKeys, writes: false, onFault });
  const keys = await stores.backupSource.vault.personKeys([ada, hal]);
  const told = (await stores.log.read(erasureStream(hal))).events.map(({ type }) => type);
  await stores.close();
  expect([keys.get(ada) instanceof Uint8Array, keys.get(hal), told]).toEqual([true, "erased", ["PersonKeyDestroyed"]]);
});

it("RE-42 counts no admin who was erased", async () => {
  const file = join(folder, "admins");
  writeFileSync(file, ledger(notaryKey(service.keyring), ada));
  const refused = await importTo("no-admin", ["--erased", file]);
  expect(refused.stderr).toMatch(/the backup has no active admin: --without-admin takes it nevertheless/);
});

it("takes the ledger beside CHECKPOINT_FILE by itself, unless the backup is of another service", async () => {
  const settings = { CHECKPOINT_FILE: checkpointFile };
  expect((await importTo("beside", ["--dry-run"], settings)).stdout).toContain("still erased: 1\n");
  expect((await importTo("beside", ["--dry-run", "--foreign"], settings)).stdout).not.toContain("still erased");
  const elsewhere = { CHECKPOINT_FILE: join(folder, "no-checkpoint") };
  const without = (await importTo("beside", ["--dry-run"], elsewhere)).stdout;
  expect(without).toContain("without an erasure ledger: anyone who was erased since the backup is there again\n");
});

it("refuses a ledger that is missing, or not signed by the service of the backup, and changes nothing", async () => {
  const wrong = join(folder, "wrong");
  const refused = (why: string) => ({ code: 1, stderr: `attestory: ${why}. Nothing was changed\n` });
  expect(await importTo("none", ["--erased", wrong])).toMatchObject(refused(`there is no erasure ledger ${wrong}`));
  writeFileSync(wrong, ledger({ ...notaryKey(service.keyring), name: "attestory/stranger" }));
  const unsigned = refused(`${wrong} is not an erasure ledger that this service has signed`);
  expect(await importTo("none", ["--erased", wrong])).toMatchObject(unsigned);
  expect(readGenerations(join(folder, "none"))).toMatchObject({ active: 1, unfinished: null });
});

it("refuses to import while the ledger beside CHECKPOINT_FILE cannot be reached", async () => {
  const circle = join(folder, "circle");
  symlinkSync(`${circle}.erased`, `${circle}.erased`);
  const imported = await importTo("unreachable", [], { CHECKPOINT_FILE: circle });
  expect(imported).toMatchObject({ code: 1, stderr: expect.stringContaining("ELOOP") });
});
