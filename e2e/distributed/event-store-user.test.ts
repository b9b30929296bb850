import { spawnSync } from "node:child_process";
import { join } from "node:path";
import { fileURLToPath } from "node:url";
import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { removeEventStoreDbLog } from "@attestory/event-store/log/eventstoredb/remove-log.ts";
import { setUpStore } from "@attestory/event-store/log/eventstoredb/set-up-store.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { exampleEvents, exampleStream } from "@attestory/events/testing/example-event.ts";
import { EventStoreDBClient, jsonEvent, type StreamMetadata } from "@eventstore/db-client";
import { afterAll, beforeAll, describe, expect, it, onTestFinished } from "vitest";
import { type EventStoreProcess, startEventStore } from "../stand-ins/event-store-process.ts";
import { selfSigned } from "../stand-ins/self-signed.ts";
import { newGeneration, openLog } from "./event-logs.ts";

/**
 * A store with TLS and users: that of `EVENT_LOG_ADMIN_URL`, a connection string of its admin, else a stand-in. The suite sets rights on
 * all streams of it.
 */
const real = process.env.EVENT_LOG_ADMIN_URL;
let store: EventStoreProcess | null = null;
let admin = real ?? "";
const as = (user: string) => admin.replace(/\/\/.*@/, `//${user}@`);
const service = () => as("attestory:own%20password");
const setUp = (url: string) => setUpStore({ service: url, admin, patienceMs: 20_000 });
const generation = newGeneration();

beforeAll(async () => {
  if (real) return;
  const folder = temporaryFolder();
  const { key, certificate } = selfSigned(folder);
  const more = ["--key", key, "--certificate", certificate, "--user", "admin:changed it"];
  store = await startEventStore(join(folder, "events.sqlite"), 0, more);
  admin = `esdb://admin:changed%20it@localhost:${store.port}?tls=true&tlsCAFile=${certificate}`;
});
afterAll(() => store?.stop());

const opened = async (url: string) => {
  const log = await openLog(url, generation);
  onTestFinished(() => log.close());
  return log;
};

/** The client that every program has, with the rights of that user. */
function clientOf(url: string): EventStoreDBClient {
  const client = EventStoreDBClient.connectionString(url);
  onTestFinished(() => client.dispose());
  return client;
}

describe("SC-05 the service's own user of the event store", () => {
  const stream = exampleStream();

  it("is made once, and again without effect", async () => {
    const done = await setUp(service());
    if (!real) expect(done).toEqual(["created the user attestory", "set rights on $all", "set rights on streams"]);
    expect(await setUp(service())).toEqual([]);
  });

  it("reads, appends and follows", async () => {
    const log = await opened(service());
    const position = await log.append(stream, 0, exampleEvents(2));
    expect((await log.read(stream)).version).toBe(2);
    expect(await log.head()).toBe(position);
    expect(await log.readAll(0n, 10)).toHaveLength(2);
    const { value } = await log.follow(0n, AbortSignal.timeout(5000))[Symbol.asyncIterator]().next();
    expect(value).not.toHaveLength(0);
  });

  it("deletes nothing, truncates nothing and changes no right", async () => {
    const client = clientOf(service());
    const name = `attestory.${generation}.${stream}`;
    const refused = expect.objectContaining({ type: "access-denied" });
    const credentials = { credentials: { username: "attestory", password: "own password" } };
    const settings = jsonEvent({ type: "$settings", data: {} });
    await expect(client.deleteStream(name, credentials)).rejects.toEqual(refused);
    await expect(client.tombstoneStream(name, credentials)).rejects.toEqual(refused);
    const changes: StreamMetadata[] = [
      { maxCount: 1 },
      { truncateBefore: 2 },
      { maxAge: 1 },
      { acl: { deleteRoles: ["$all"] } },
    ];
    for (const metadata of changes) {
      await expect(client.setStreamMetadata(name, metadata, credentials)).rejects.toEqual(refused);
    }
    const forAll = { acl: { readRoles: ["$all"] } };
    await expect(client.setStreamMetadata("$all", forAll, credentials)).rejects.toEqual(refused);
    await expect(client.appendToStream("$settings", settings, credentials)).rejects.toEqual(refused);
    expect((await (await opened(service())).read(stream)).version).toBe(2);
    await expect(removeEventStoreDbLog({ url: service(), generation })).rejects.toThrow(/EVENT_LOG_ADMIN/);
    expect(await (await opened(service())).readAll(0n, 10)).toHaveLength(2);
  });

  it("gets the password of the settings, when that is another", async () => {
    const changed = as("attestory:new%20password");
    expect(await setUp(changed)).toEqual(["changed the password of the user attestory"]);
    expect((await (await opened(changed)).read(stream)).version).toBe(2);
    await expect((await opened(service())).head()).rejects.toBeInstanceOf(LogUnavailable);
    await setUp(service());
  });

  it("is never the admin, and never somebody else's user", async () => {
    await expect(setUp(admin)).rejects.toThrow("EVENT_LOG must name another user than EVENT_LOG_ADMIN");
    const program = fileURLToPath(import.meta.resolve("@attestory/event-store/log/eventstoredb/main.ts"));
    const env = { PATH: process.env.PATH, EVENT_LOG: service(), EVENT_LOG_ADMIN: as("admin:guessed") };
    const { status, stderr } = spawnSync(process.execPath, [program], { env, encoding: "utf8" });
    expect([status, stderr]).toEqual([1, expect.stringContaining("it refuses the admin of EVENT_LOG_ADMIN")]);
    expect(stderr).not.toContain("guessed");
  });

  it("is not needed to remove a generation: the admin deletes its streams", async () => {
    await removeEventStoreDbLog({ url: admin, generation });
    expect((await (await opened(service())).read(stream)).version).toBe(0);
  });
});
