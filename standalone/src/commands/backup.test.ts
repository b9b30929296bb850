import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync, statSync, writeFileSync } from "node:fs";
import { join } from "node:path";
import { readGenerations } from "@attestory/event-store/generations/local-generation-record.ts";
import { openLocalStores } from "@attestory/event-store/open-local-stores.ts";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { openVault } from "@attestory/event-store/vault/open-vault.ts";
import { adminsStream, identifierStream, userStream } from "@attestory/events/envelope.ts";
import { beforeAll, expect, it } from "vitest";
import { takeDataFolder } from "../data-folder.ts";
import { runCli } from "../testing/run-cli.ts";
import { runInProcess } from "../testing/run-in-process.ts";

const folder = temporaryFolder();
const backup = join(folder, "backup.sql");
const [ada, hal] = [randomUUID(), randomUUID()];
const service = scratchServiceOfFile();

beforeAll(async () => {
  await register(ada, "ada");
  await service.happened(adminsStream, { type: "AdminListed", data: { userId: ada, accessVersion: 1 } });
});

function register(userId: string, username: string) {
  const names = { firstName: null, lastName: null };
  const data = { userId, email: `${username}@example.org`, username, passwordHash: "x", ...names };
  return service.happened(userStream(userId), { type: "UserRegistered", data }, { person: userId });
}

const attestory = (dataDir: string, args: string[], key = service.masterKey.toString("base64")) =>
  runInProcess(args, { DATA_DIR: dataDir, MASTER_KEY: key });

const onFault = (error: Error) => {
  throw error;
};

/** The people in a data folder, by the active generation's log and keys. */
async function peopleIn(dataDir: string): Promise<string[]> {
  const { active: generation } = readGenerations(dataDir);
  const stores = await openLocalStores({
    dataDir,
    generation,
    masterKeys: [service.masterKey],
    writes: false,
    onFault,
  });
  const events = await stores.sealing.decrypt(await stores.log.readAll(0n, 100));
  await stores.close();
  return events.flatMap((event) => (event.type === "UserRegistered" ? [event.data.username ?? "erased"] : []));
}

/** Erases a person in a generation that no service runs on. */
async function eraseIn(generation: number, personId: string): Promise<void> {
  const vault = await openVault({ dataDir: service.dataDir, generation, writes: true, onFault });
  await vault.erasePersonKey(personId);
  await vault.close();
}

const bytesIn = (dataDir: string) =>
  new Map(
    readdirSync(dataDir)
      .filter((name) => !/^lock|-shm$|-wal$/.test(name))
      .map((name) => [name, readFileSync(join(dataDir, name)).toString("base64")]),
  );

it("RE-40 a backup taken beside the service restores an empty machine with two commands", async () => {
  const asProgram = (dataDir: string, args: string[]) =>
    runCli(args, { DATA_DIR: dataDir, MASTER_KEY: service.masterKey.toString("base64") });
  const exported = await asProgram(service.dataDir, ["export", backup]);
  expect(exported).toEqual({ code: 0, stdout: `exported 2 events and 3 keys to ${backup}\n`, stderr: "" });
  expect(statSync(backup).mode & 0o777).toBe(0o600);

  const dataDir = join(folder, "restored");
  const imported = await asProgram(dataDir, ["import", backup]);
  expect([imported.code, imported.stderr]).toEqual([0, ""]);
  expect(imported.stdout.trim().split("\n").at(-1)).toBe("imported 2 events and 3 keys as generation 2");
  expect(await peopleIn(dataDir)).toEqual(["ada"]);
});

it("RE-42 an older backup replaces the data with a new generation, and the former one is kept", async () => {
  const [eve, gone] = [randomUUID(), randomUUID()];
  await register(gone, "gone");
  await register(hal, "hal");
  const older = join(folder, "older.sql");
  await attestory(service.dataDir, ["export", older]);
  await register(eve, "eve");
  await service.keyring.erasePerson(gone);
  const dry = await attestory(service.dataDir, ["import", older, "--dry-run"]);
  expect([dry.code, dry.stderr]).toEqual([0, ""]);
  expect(dry.stdout).toContain(
    "newer than the backup, and not in it: events 1, accounts 1, applications 0, consents 0\n",
  );
  expect(dry.stdout).toContain("erased since the backup, and still erased: 1\n");
  expect(dry.stdout).toContain("Nothing was changed");
  expect(readGenerations(service.dataDir)).toEqual({ active: 1, whole: [1], highest: 1, unfinished: null });
  expect(readdirSync(service.dataDir).filter((name) => /-2\./.test(name))).toEqual([]);

  expect(await attestory(service.dataDir, ["import", older])).toMatchObject({ code: 0, stderr: "" });
  expect(readGenerations(service.dataDir)).toEqual({ active: 2, whole: [1, 2], highest: 2, unfinished: null });
  expect(await peopleIn(service.dataDir)).toEqual(["ada", "erased", "hal"]);
  expect((await service.log.read(userStream(eve))).version).toBe(1);
});

it("IM-13 goes back to what an import replaced, and deletes a generation only when it is told twice", async () => {
  const generations = async (...args: string[]) => {
    const { stdout, stderr } = await attestory(service.dataDir, ["generations", ...args]);
    return stdout + stderr;
  };
  expect(await generations()).toMatch(/^1 {2}\d+\.\d MB\n2 {2}\d+\.\d MB {2}active\n$/);
  expect(await generations("remove", "2")).toBe("attestory: the active generation cannot be removed\n");
  await eraseIn(2, hal);
  expect(await generations("activate", "1")).toBe(
    "generation 1 is active from the next start; erased there as well: 1\n",
  );
  expect(await peopleIn(service.dataDir)).toEqual(["ada", "erased", "erased", "eve"]);
  expect(await generations("activate", "3")).toBe("attestory: there is no generation 3\n");
  expect(await generations("remove", "2")).toMatch(
    /this deletes generation 2 \(\d+\.\d MB\) for good: repeat it with --yes\n$/,
  );
  expect(await generations("remove", "2", "--yes")).toMatch(/^removed generation 2/);
  expect(readdirSync(service.dataDir).filter((name) => /-2\./.test(name))).toEqual([]);
});

it("RE-41 IM-03 a file that is refused changes nothing, byte for byte", async () => {
  const damaged = join(folder, "damaged.sql");
  writeFileSync(damaged, readFileSync(backup, "utf8").replace("AdminListed", "AdminLifted"));
  // What was erased in the tests above may still be to be compacted, which a vault does by itself.
  const vault = await openVault({ dataDir: service.dataDir, generation: 1, writes: true, onFault });
  await vault.compact?.();
  await vault.close();
  const before = bytesIn(service.dataDir);
  expect(await attestory(service.dataDir, ["import", damaged])).toEqual({
    code: 1,
    stdout: "",
    stderr: "attestory: line 10: unknown event type AdminLifted. Nothing was changed\n",
  });
  expect(bytesIn(service.dataDir)).toEqual(before);
});

it("IM-05 IM-06 refuses the backup of another service, of another master key, or without an admin", async () => {
  const other = await openScratchService();
  await other.happened(
    userStream(ada),
    { type: "ProfileChanged", data: { userId: ada, firstName: "Ada", lastName: null } },
    { person: ada },
  );
  const foreign = join(folder, "foreign.sql");
  await attestory(other.dataDir, ["export", foreign]);
  await other.close();
  const refused = async (args: string[], key?: string) => (await attestory(service.dataDir, args, key)).stderr;
  expect(await refused(["import", foreign])).toMatch(/line 2: this is the backup of another service: --foreign takes/);
  expect(await refused(["import", foreign, "--foreign"])).toMatch(/the backup has no active admin: --without-admin/);
  const empty = join(folder, "empty");
  const wrong = await attestory(empty, ["import", backup], Buffer.alloc(32, "wrong").toString("base64"));
  expect(wrong.stderr).toMatch(
    /line 2: the backup needs the master key \w{8}, and that of this service is \w{8}: give/,
  );
  expect(readdirSync(empty).filter((name) => !name.startsWith("lock"))).toEqual([]);
});

it("IM-06 UQ-09 refuses a log in which an address has two owners, and takes one that was released between", async () => {
  const claimed = (userId: string) => {
    const leaseUntil = new Date().toISOString();
    return service.happened(address, { type: "IdentifierClaimed", data: { userId, leaseUntil } });
  };
  const address = identifierStream("email", "a".repeat(43));
  await claimed(ada);
  await service.happened(address, { type: "IdentifierConfirmed", data: { userId: ada } });
  await service.happened(address, { type: "IdentifierReleased", data: { userId: ada } });
  await claimed(hal);
  const refusal = async (name: string) => {
    const file = join(folder, name);
    await attestory(service.dataDir, ["export", file]);
    return (await attestory(join(folder, "owners"), ["import", file, "--dry-run"])).stderr;
  };
  expect(await refusal("one-owner.sql")).toBe("");
  await service.happened(address, { type: "IdentifierConfirmed", data: { userId: hal } });
  await claimed(ada);
  expect(await refusal("two-owners.sql")).toMatch(
    /^attestory: line \d+: an address has two owners\. Nothing was changed$/m,
  );
});

it("refuses wrong arguments, a name that is taken, and a folder in use", async () => {
  const stderr = async (args: string[]) => (await attestory(service.dataDir, args)).stderr;
  expect(await stderr(["export", backup])).toBe(`attestory: ${backup} exists already\n`);
  expect(await stderr(["export", "a", "b"])).toMatch(/too many names: export \[FILE\]/);
  expect(await stderr(["import"])).toMatch(/^attestory: import FILE/);
  expect(await stderr(["import", join(folder, "none.sql")])).toMatch(/ENOENT: no such file.* Nothing was changed/);
  const held = takeDataFolder(service.dataDir);
  expect(await stderr(["import", backup])).toMatch(/is in use by another process, .* Nothing was changed/);
  held.release();
});
