import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { join } from "node:path";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { destroyPersonKey } from "@attestory/event-store/vault/forget-keys.ts";
import { adminsStream, erasureStream, mailProgressStream, userStream } from "@attestory/events/envelope.ts";
import { runCli } from "@attestory/standalone/testing/run-cli.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { eventsOf } from "../faults/events-of.ts";
import { type EventStoreProcess, startEventStore } from "../stand-ins/event-store-process.ts";
import { type MongoServer, startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";
import {
  contentOf,
  documentCounts,
  generationsOf,
  headOf,
  MASTER_KEY,
  openIn,
  openOn,
  type Servers,
} from "./backup-servers.ts";
import { runProgram, startProgram } from "./run-program.ts";

const program = "command-api/src/backup/main.ts";
const timeout = 120_000;

describe.skipIf(whyNoMongo())("backups on servers", { timeout }, () => {
  const folder = temporaryFolder();
  const backup = join(folder, "backup.sql");
  const [ada, eve] = [randomUUID(), randomUUID()];
  let mongo: MongoServer;
  let service: ScratchService;
  const eventStores: EventStoreProcess[] = [];

  beforeAll(async () => {
    mongo = await startMongoServer();
    service = await openScratchService();
    for (const userId of [ada, eve]) {
      const happenings = eventsOf({ userId, sessionId: randomUUID() });
      for (const { stream, event } of happenings) await service.happened(stream, event, { person: userId });
    }
    // No event of these follows one of its own stream: so each is an append of its own, and an import takes a while.
    for (let turn = 0; turn < 40; turn++) {
      for (const userId of [ada, eve]) {
        const data = { userId, firstName: `Name ${turn}`, lastName: null };
        await service.happened(userStream(userId), { type: "ProfileChanged", data }, { person: userId });
      }
    }
    await service.happened(adminsStream, { type: "AdminListed", data: { userId: ada, accessVersion: 1 } });
    await service.happened(mailProgressStream, { type: "MailProgressed", data: { position: "1" } });
    const exported = await runCli(["export", backup], { DATA_DIR: service.dataDir, MASTER_KEY });
    expect(exported).toMatchObject({ code: 0, stderr: "" });
  }, timeout);
  afterAll(async () => {
    for (const store of eventStores) await store.stop();
    await mongo.close();
    await service.close();
  });

  async function emptyServers(): Promise<Servers> {
    const eventStore = await startEventStore(join(temporaryFolder(), "events.sqlite"));
    eventStores.push(eventStore);
    return { EVENT_LOG: eventStore.url, VAULT: mongo.database(), READ_STORE: mongo.database(), MASTER_KEY };
  }

  it("IM-11 restores on servers what SQLite had, and on SQLite what the servers have: events, keys and documents", async () => {
    const servers = await emptyServers();
    const imported = await runProgram(program, ["import", backup], servers);
    expect(imported).toMatchObject({ code: 0, stderr: "" });
    expect(imported.stdout).toMatch(/^imported [\d,]+ events and 4 keys as generation 2$/m);
    const original = await contentOf(await openIn(service.dataDir, 1));
    const restored = await contentOf(await openOn(servers));
    expect(restored.keys).toEqual(original.keys);
    expect(restored.events.slice(0, original.events.length)).toEqual(original.events);
    // The mail worker continues at the place that its event has here, and the log says that it was chosen.
    expect(restored.events.slice(original.events.length).toSorted()).toEqual([
      expect.stringContaining('"GenerationChosen"'),
      expect.stringContaining('"MailProgressed"'),
    ]);

    const again = join(folder, "again.sql");
    expect(await runProgram(program, ["export", again], servers)).toMatchObject({ code: 0, stderr: "" });
    const dataDir = join(folder, "again");
    expect(await runCli(["import", again], { DATA_DIR: dataDir, MASTER_KEY })).toMatchObject({ code: 0, stderr: "" });
    const back = await contentOf(await openIn(dataDir, 3));
    expect(back.keys).toEqual(original.keys);
    expect(back.events.slice(0, original.events.length)).toEqual(original.events);

    const rebuilt = [
      await runProgram("projections/src/rebuild/main.ts", [], servers),
      await runCli(["rebuild"], { DATA_DIR: service.dataDir, MASTER_KEY }),
      await runCli(["rebuild"], { DATA_DIR: dataDir, MASTER_KEY }),
    ];
    expect(rebuilt.map(({ code, stderr }) => [code, stderr])).toEqual(rebuilt.map(() => [0, ""]));
    const counts = await documentCounts({ dataDir: service.dataDir, generation: 1 });
    expect(Math.max(...Object.values(counts))).toBeGreaterThan(1);
    expect(await documentCounts({ url: servers.READ_STORE, generation: 2 })).toEqual(counts);
    expect(await documentCounts({ dataDir, generation: 3 })).toEqual(counts);
  });

  it("RE-42 leaves a person erased who was erased since, keeps the former generation, goes back to it and removes one", async () => {
    const servers = await emptyServers();
    const run = async (...args: string[]) => {
      const { stdout, stderr } = await runProgram(program, args, servers);
      return stdout + stderr;
    };
    await run("import", backup);
    const running = await openOn(servers);
    await destroyPersonKey({ ...running, now: new Date() }, eve);
    await running.close();
    const dry = await run("import", backup, "--dry-run");
    expect(dry).toContain("newer than the backup, and not in it: events 3, accounts 0, applications 0, consents 0\n");
    expect(dry).toContain("erased since the backup, and still erased: 1\n");
    expect(await generationsOf(servers)).toMatchObject({ active: 2, whole: [2], unfinished: null });

    expect(await run("import", backup)).toMatch(/ as generation 4\n$/);
    const stores = await openOn(servers);
    expect((await stores.backupSource.vault.personKeys([ada, eve])).get(eve)).toBe("erased");
    expect((await stores.log.read(erasureStream(eve))).events).toMatchObject([{ type: "PersonKeyDestroyed" }]);
    await destroyPersonKey({ ...stores, now: new Date() }, ada);
    await stores.close();

    expect(await run("generations")).toMatch(/^2 {2}0\.\d MB\n4 {2}0\.\d MB {2}active\n$/);
    expect(await run("generations", "activate", "2")).toBe(
      "generation 2 is active from the next start; erased there as well: 1\n",
    );
    const back = await openOn(servers);
    expect(back.log.generation).toBe(2);
    expect((await back.log.read(userStream(ada))).version).toBeGreaterThan(0);
    expect((await back.backupSource.vault.personKeys([ada])).get(ada)).toBe("erased");
    await back.close();
    expect(await run("generations", "remove", "4")).toMatch(/for good: repeat it with --yes\n$/);
    expect(await run("generations", "remove", "4", "--yes")).toMatch(/^removed generation 4 /);
    expect(await generationsOf(servers)).toMatchObject({ active: 2, whole: [2], unfinished: null });
  });

  it("IM-04 an import that is killed leaves the old generation, and the next one starts anew", async () => {
    const servers = await emptyServers();
    await runProgram(program, ["import", backup], servers);
    const before = await contentOf(await openOn(servers));
    const child = startProgram(program, ["import", backup], servers);
    const ended = once(child, "exit");
    await expect.poll(() => headOf(servers, 3)).toBeGreaterThan(0n);
    child.kill("SIGKILL");
    await ended;
    expect(await generationsOf(servers)).toMatchObject({ active: 2, whole: [2], unfinished: 3 });
    expect(await contentOf(await openOn(servers))).toEqual(before);
    expect(await runProgram(program, ["import", backup], servers)).toMatchObject({ code: 0, stderr: "" });
    expect(await generationsOf(servers)).toMatchObject({ active: 4, whole: [2, 4], unfinished: null });
    expect((await contentOf(await openOn(servers))).events.length).toBe(before.events.length);
  });

  it("refuses to activate what was imported while the service wrote events", async () => {
    const servers = await emptyServers();
    await runProgram(program, ["import", backup], servers);
    const stores = await openOn(servers);
    const child = startProgram(program, ["import", backup], servers);
    let said = "";
    child.stderr.on("data", (text) => (said += text));
    const ended = once(child, "exit");
    await expect.poll(() => headOf(servers, 3)).toBeGreaterThan(0n);
    await destroyPersonKey({ ...stores, now: new Date() }, eve);
    await ended;
    expect(said).toContain("stop all of its processes first. Nothing was changed");
    expect(await generationsOf(servers)).toMatchObject({ active: 2, unfinished: null });
    await stores.close();
  });

  it.each([
    {
      what: "an unknown command",
      args: ["restore"],
      environment: {},
      code: 64,
      reason: /there are export, verify, import/,
    },
    { what: "no file", args: ["import"], environment: {}, code: 64, reason: /import FILE/ },
    { what: "no settings", args: ["import", "x.sql"], environment: {}, code: 78, reason: /EVENT_LOG .*VAULT / },
  ])("ends with one line that names the reason: $what", async ({ args, environment, code, reason }) => {
    const outcome = await runProgram(program, args, environment);
    expect(outcome).toEqual({ code, stdout: "", stderr: expect.stringMatching(reason) });
  });
});
