import { randomBytes, randomInt, randomUUID } from "node:crypto";
import { once } from "node:events";
import { writeFileSync } from "node:fs";
import { join } from "node:path";
import { setTimeout as wait } from "node:timers/promises";
import { openStores } from "@attestory/event-store/open-stores.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { markOf, markOfKey } from "@attestory/event-store/vault/master-key.ts";
import { adminsStream, userStream } from "@attestory/events/envelope.ts";
import { runCli } from "@attestory/standalone/testing/run-cli.ts";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type EventStoreProcess, startEventStore } from "../stand-ins/event-store-process.ts";
import { type MongoServer, startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";
import { MASTER_KEY } from "./backup-servers.ts";
import { runProgram, startProgram } from "./run-program.ts";

const program = "command-api/src/backup/main.ts";
const timeout = 300_000;
const former = Buffer.from(MASTER_KEY, "base64");
const next = randomBytes(32);
const MASTER_KEY_NEXT = next.toString("base64");

describe.skipIf(whyNoMongo())("rotating the master key on servers", { timeout }, () => {
  const folder = temporaryFolder();
  const backup = join(folder, "backup.sql");
  const persons = Array.from({ length: 40 }, () => randomUUID());
  let mongo: MongoServer;
  let service: ScratchService;
  const eventStores: EventStoreProcess[] = [];

  beforeAll(async () => {
    mongo = await startMongoServer();
    service = await openScratchService();
    for (const userId of persons) {
      const data = { userId, firstName: "Ada", lastName: null };
      await service.happened(userStream(userId), { type: "ProfileChanged", data }, { person: userId });
    }
    const listed = { userId: persons[0] ?? "", accessVersion: 1 };
    await service.happened(adminsStream, { type: "AdminListed", data: listed });
    await runCli(["export", backup], { DATA_DIR: service.dataDir, MASTER_KEY });
  }, timeout);
  afterAll(async () => {
    for (const store of eventStores) await store.stop();
    await mongo.close();
    await service.close();
  });

  async function givenServers() {
    const eventStore = await startEventStore(join(temporaryFolder(), "events.sqlite"));
    eventStores.push(eventStore);
    const addresses = { EVENT_LOG: eventStore.url, VAULT: mongo.database(), READ_STORE: mongo.database() };
    /** Again while a server of a busy machine does not answer in time. */
    const run = async (args: string[], keys: Record<string, string>) => {
      for (;;) {
        const ended = await runProgram(program, args, { ...addresses, ...keys });
        if (!ended.stderr.includes("unavailable")) return ended;
      }
    };
    expect(await run(["import", backup], { MASTER_KEY })).toMatchObject({ code: 0 });
    const open = async (...masterKeys: Buffer[]) => {
      const { EVENT_LOG: eventLog, VAULT: vault } = addresses;
      const stores = await openStores({ eventLog, vault, masterKeys, reportError() {} });
      onTestFinished(() => stores.close());
      return stores;
    };
    return { addresses, run, open };
  }

  /** The master keys that wrap something. */
  async function marksIn({ backupSource: { vault } }: Awaited<ReturnType<typeof openStores>>) {
    const entries = await vault.entries(null, 1000);
    return [...new Set(entries.flatMap(({ key }) => (key === "erased" ? [] : [markOf(key)])))];
  }

  it("CR-06 takes two restarts: to know both keys, and to forget the former", async () => {
    const { run, open } = await givenServers();
    const early = await run(["rotate-master-key"], { MASTER_KEY });
    expect(early).toMatchObject({ code: 78, stdout: "", stderr: expect.stringContaining("MASTER_KEY_NEXT must be") });
    const running = await open(next, former);
    await running.keyring.createPersonKey(randomUUID());
    expect(await marksIn(running)).toEqual([markOfKey(former)]);
    const rotated = await run(["rotate-master-key"], { MASTER_KEY, MASTER_KEY_NEXT });
    expect(rotated).toMatchObject({ code: 0 });
    expect(rotated.stdout).toMatch(/^wrapped \d+ keys with .*\nnext: set MASTER_KEY to the value of MASTER_KEY_NEXT/);
    await running.keyring.createPersonKey(randomUUID());
    const restarted = await open(next);
    expect(await marksIn(restarted)).toEqual([markOfKey(next)]);
    expect((await restarted.keyring.personKeys(persons)).size).toBe(40);
    await expect(open(former)).rejects.toThrow("another master key");

    const formerFile = join(folder, "former.key");
    writeFileSync(formerFile, MASTER_KEY, { mode: 0o600 });
    const alone = { MASTER_KEY: MASTER_KEY_NEXT };
    expect((await run(["import", backup], alone)).stderr).toContain("with --master-key FILE. Nothing was changed");
    const imported = await run(["import", backup, "--master-key", formerFile], alone);
    expect(imported).toMatchObject({ code: 0 });
    expect(await marksIn(await open(next))).toEqual([markOfKey(next)]);
  });

  it("CR-06 LG-02 goes on after it was killed, loses no key and brings none back", async () => {
    const { addresses, run, open } = await givenServers();
    const both = { MASTER_KEY, MASTER_KEY_NEXT };
    const { keyring } = await open(next, former);
    const erased: string[] = [];
    for (const ms of [300, 600, 900, 1200]) {
      const child = startProgram(program, ["rotate-master-key"], { ...addresses, ...both });
      const ended = once(child, "exit");
      await Promise.race([ended, wait(randomInt(ms))]);
      const person = persons[erased.length] ?? "";
      await keyring.erasePerson(person);
      erased.push(person);
      child.kill("SIGKILL");
      await ended;
      expect((await (await open(next, former)).keyring.personKeys(persons)).size).toBe(40 - erased.length);
    }
    expect(await run(["rotate-master-key"], both)).toMatchObject({ code: 0 });
    const after = await open(next);
    expect(await marksIn(after)).toEqual([markOfKey(next)]);
    expect([...(await after.keyring.personKeys(persons)).keys()].toSorted()).toEqual(persons.slice(4).toSorted());
  });
});
