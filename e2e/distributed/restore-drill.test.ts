import { spawn } from "node:child_process";
import { randomUUID } from "node:crypto";
import { once } from "node:events";
import { existsSync, writeFileSync } from "node:fs";
import { dirname, join } from "node:path";
import { text } from "node:stream/consumers";
import { fileURLToPath } from "node:url";
import { newEvent } from "@attestory/event-store/testing/new-event.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { destroyPersonKey } from "@attestory/event-store/vault/forget-keys.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type EventStoreProcess, startEventStore } from "../stand-ins/event-store-process.ts";
import { type MongoServer, startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";
import { freePort } from "../start-stack.ts";
import { MASTER_KEY, openOn, type Servers } from "./backup-servers.ts";

const drill = fileURLToPath(new URL("../../deploy/restore-drill.sh", import.meta.url));
const copyServer = fileURLToPath(new URL("./copy-server.ts", import.meta.url));
/** The folder of this Node: the script calls it by its name. */
const nodeFolder = dirname(process.execPath);

describe.skipIf(whyNoMongo())("the restore drill", { timeout: 120_000 }, () => {
  let mongo: MongoServer;
  const eventStores: EventStoreProcess[] = [];
  const started = async (file: string, port = 0) => {
    const store = await startEventStore(file, port);
    eventStores.push(store);
    return store;
  };
  beforeAll(async () => {
    mongo = await startMongoServer();
  });
  afterAll(async () => {
    for (const store of eventStores) await store.stop();
    await mongo.close();
  });

  const serversAt = (EVENT_LOG: string): Servers => ({
    EVENT_LOG,
    VAULT: mongo.database(),
    READ_STORE: mongo.database(),
    MASTER_KEY,
  });

  /** Runs the drill on servers where somebody registers and somebody is erased between the two copies. */
  async function drilled(order: (logCopied: string, vaultCopied: string) => [first: string, second: string]) {
    const eventStore = await started(join(temporaryFolder(), "events.sqlite"));
    const running = serversAt(eventStore.url);
    const stores = await openOn(running);
    const registered = async () => {
      const userId = randomUUID();
      const event = newEvent(
        { type: "ProfileChanged", data: { userId, firstName: "Ada", lastName: null } },
        { person: userId },
      );
      const stream = userStream(userId);
      await stores.log.append(stream, 0, await stores.sealing.seal(stream, [event], { isFirst: true }));
      return userId;
    };
    await registered();
    const erased = await registered();

    const folder = temporaryFolder();
    const at = (name: string) => join(folder, name);
    const port = await freePort();
    const restored = serversAt(`esdb://127.0.0.1:${port}?tls=false`);
    const copy = (what: string, of: string) => `${process.execPath} ${copyServer} ${what} '${of}' "$1"`;
    const [first, second] = order(copy("copy-log", eventStore.file), copy("copy-vault", running.VAULT));
    const waitFor = (name: string) => `while [ ! -e ${at(name)} ]; do sleep 0.1; done`;
    const child = spawn("sh", [drill, at("copies")], {
      env: {
        PATH: `${nodeFolder}:${process.env.PATH}`,
        ...restored,
        COPY_LOG: `${first}; touch ${at("first-copied")}`,
        COPY_VAULT: `${waitFor("changed")}; ${second}`,
        RESTORE_LOG: `${copy("restore-log", at("restored"))}; touch ${at("log-restored")}; ${waitFor("started")}`,
        RESTORE_VAULT: copy("restore-vault", restored.VAULT),
      },
      stdio: ["ignore", "pipe", "pipe"],
    });
    const ended = Promise.all([text(child.stdout), text(child.stderr), once(child, "exit")]);
    const reached = (name: string) => expect.poll(() => existsSync(at(name)) || child.exitCode !== null).toBe(true);
    await reached("first-copied");
    await registered();
    await destroyPersonKey({ ...stores, now: new Date() }, erased);
    writeFileSync(at("changed"), "");
    await reached("log-restored");
    await started(at("restored"), port);
    writeFileSync(at("started"), "");
    const [stdout, stderr, [code]] = await ended;
    await stores.close();
    return { code, stdout, stderr, restored, erased };
  }

  it("RE-40 restores on other servers what was copied while the service ran: the event store first, then the vault", async () => {
    const { code, stdout, stderr, restored, erased } = await drilled((log, vault) => [log, vault]);
    expect([code, stderr]).toEqual([0, ""]);
    expect(stdout).toContain("checked 2 events and 5 keys: the file can be imported.");
    expect(stdout).toMatch(/^restore drill: everything can be restored from /m);
    const stores = await openOn(restored);
    expect((await stores.backupSource.vault.personKeys([erased])).get(erased)).toBe("erased");
    await stores.close();
  });

  it("RE-40 fails with copies in the other order: events have no key", async () => {
    const { code, stderr } = await drilled((log, vault) => [vault, log]);
    expect(code).toBe(1);
    expect(stderr).toMatch(/lacks the key of person/);
    expect(stderr).toContain("restore drill failed: check all events and keys");
  });
});
