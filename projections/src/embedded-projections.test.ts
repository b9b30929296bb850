import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { checksumOf } from "@attestory/event-store/log/stored-bytes.ts";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import type { EmbeddedProjections, EmbeddedProjectionsOptions } from "./embedded-projections.ts";
import type { ProjectionFault } from "./follower/follower.ts";
import type { Progress } from "./follower/progress.ts";
import type { ProjectionTimes } from "./projection-messages.ts";
import { allProjections } from "./read-models/all-projections.ts";
import { users } from "./read-models/users.ts";
import { openBuilds, openLeases, openReadStore, openReadStoreWriter } from "./store/open-read-store.ts";
import { DocumentParked } from "./store/read-store.ts";
import { catalogueFile } from "./store/sqlite/read-models.ts";
import { startProjections } from "./testing/start-projections.ts";

let service: ScratchService;
let running: EmbeddedProjections[] = [];
let reports: string[] = [];
const times: ProjectionTimes = { heartbeatMs: 20, lease: { leaseMs: 3000, renewEveryMs: 50 }, asideMs: 600_000 };

beforeEach(async () => {
  service = await openScratchService();
  running = [];
  reports = [];
});
afterEach(async () => {
  await Promise.all(running.map((projections) => projections.stop()));
  await service.close();
});

async function start(overrides: Partial<EmbeddedProjectionsOptions> = {}) {
  const note = (fields: object, message: string) => {
    reports.push("fault" in fields ? `${message}: ${(fields.fault as ProjectionFault).projection}` : message);
  };
  const projections = await startProjections(service, { times, log: { warn: note, error: note }, ...overrides });
  running.push(projections);
  return projections;
}

const register = (userId = randomUUID()) => {
  const names = { firstName: null, lastName: null };
  const data = { userId, email: "ada@example.org", username: "ada", passwordHash: "x", ...names };
  return service.happened(userStream(userId), { type: "UserRegistered", data }, { person: userId });
};
const names = [users.name];
/** Generous: RW-6 tests how fast progress arrives; these tests check only that it does. */
const patienceMs = 30_000;

/** Waits until the lag falls: it grows by itself, and falls only on a report from the thread. */
async function lagFalls(progress: Progress) {
  let last = progress.lagSeconds(names);
  const falls = () => {
    const before = last;
    last = progress.lagSeconds(names);
    return last < before;
  };
  await expect.poll(falls, { interval: 1 }).toBe(true);
}

it("applies existing and new events in a thread of its own", async () => {
  const [before, after] = [randomUUID(), randomUUID()];
  const old = await register(before);
  const { progress, status } = await start();
  expect(await progress.waitForPosition(names, old, patienceMs)).toBe(true);
  const fresh = await register(after);
  expect(await progress.waitForPosition(names, fresh, patienceMs)).toBe(true);
  const store = await openReadStore(service);
  const found = await store.getMany(users, [before, after]);
  expect([...found.values()].map(({ email }) => email)).toEqual(["ada@example.org", "ada@example.org"]);
  await expect.poll(() => status.readiness()).toBeNull();
  expect(reports).toEqual([]);
  await store.close();
});

it("renews its lag while nothing happens, and lets it grow once it has stopped", async () => {
  const { progress, stop } = await start();
  await progress.waitForPosition(names, await register(), patienceMs);
  await expect.poll(() => progress.lagSeconds(names)).toBeLessThan(Number.POSITIVE_INFINITY);
  for (let heartbeat = 0; heartbeat < 3; heartbeat++) await lagFalls(progress);
  await stop();
  const lag = progress.lagSeconds(names);
  await expect.poll(() => progress.lagSeconds(names)).toBeGreaterThan(lag + (10 * times.heartbeatMs) / 1000);
  expect(reports).toEqual([]);
});

it("refuses to start when a read model is ahead of the log", async () => {
  const store = await openReadStoreWriter(service);
  await store.write([{ collection: users, documents: new Map(), checkpoint: 99n }]);
  await store.close();
  await expect(start()).rejects.toThrow(/ahead|older one/);
});

it("refuses to start with another master key", async () => {
  await expect(start({ masterKey: Buffer.alloc(32, "other") })).rejects.toThrow("another master key");
});

it("releases its leases when it stops, and applies new events after a restart", async () => {
  const first = await start();
  await first.progress.waitForPosition(names, await register(), patienceMs);
  await first.stop();
  const leases = await openLeases(service);
  for (const { name } of allProjections) {
    expect(await leases.take(name, "whoever comes next", 60_000)).not.toBeNull();
    await leases.release(name, "whoever comes next");
  }
  await leases.close();
  const position = await register();
  const second = await start();
  expect(await second.progress.waitForPosition(names, position, patienceMs)).toBe(true);
});

it("reports a projection that has stopped, and is not ready", async () => {
  const { progress } = await start();
  const position = await register();
  expect(await progress.waitForPosition(names, position, patienceMs)).toBe(true);
  await running.pop()?.stop();
  await register();
  const database = new DatabaseSync(`${service.dataDir}/events-1.sqlite`, { timeout: 5000 });
  database.prepare("UPDATE events SET checksum = zeroblob(32) WHERE position > ?").run(position);
  database.close();
  const stopped = await start();
  await expect.poll(() => reports).toEqual(allProjections.map(({ name }) => `a projection has stopped: ${name}`));
  expect(stopped.status.readiness()).toBe(`${names[0]} has stopped at position ${position}`);
  expect(await stopped.progress.waitForPosition(names, position + 1n, 100)).toBe(false);
  expect(reports).toHaveLength(2);
});

it("becomes ready again once a stopped projection has restarted and applied the repaired event", async () => {
  const position = await register();
  const database = new DatabaseSync(`${service.dataDir}/events-1.sqlite`, { timeout: 5000 });
  const whole = database.prepare("SELECT checksum FROM events WHERE position = ?").get(position)
    ?.checksum as Uint8Array;
  const mark = database.prepare("UPDATE events SET checksum = ? WHERE position = ?");
  mark.run(Buffer.alloc(32), position);
  const { progress, status } = await start();
  await expect.poll(() => status.readiness()).toBe(`${names[0]} has stopped at position 0`);
  mark.run(whole, position);
  database.close();
  const builds = await openBuilds(service);
  const next = await builds.begin(users);
  await next.seal();
  await builds.switchTo(users, next.build, async () => undefined);
  await builds.close();
  expect(await progress.waitForPosition(names, position, patienceMs)).toBe(true);
  await expect.poll(() => status.readiness()).toBeNull();
});

it("RE-22 reports parked documents, also after a restart, and continues with all others", async () => {
  const [poisoned, other] = [randomUUID(), randomUUID()];
  const position = await register(poisoned);
  const database = new DatabaseSync(`${service.dataDir}/events-1.sqlite`, { timeout: 5000 });
  const [event] = (await service.log.read(userStream(poisoned))).events;
  if (!event) throw new Error("nothing was registered");
  const sealed = Buffer.from(event.stored.sealed ?? []).fill(0, 20);
  const spoil = "UPDATE events SET sealed = ?, checksum = ? WHERE position = ?";
  database.prepare(spoil).run(sealed, checksumOf({ ...event.stored, sealed }), position);
  database.close();
  for (let round = 0; round < 2; round++) {
    const projections = await start();
    expect(
      await projections.progress.waitForPosition(names, await register(round === 0 ? other : randomUUID()), patienceMs),
    ).toBe(true);
    const fault = { projection: users.name, key: poisoned, position, reason: expect.stringContaining("DamagedSeal") };
    await expect.poll(() => projections.status.parked()).toMatchObject([fault]);
    await expect.poll(() => projections.status.readiness()).toBeNull();
    expect(projections.status.parkedReason()).toBe("1 cannot be read");
    await projections.stop();
  }
  const store = await openReadStore(service);
  expect(await store.get(users, other)).toMatchObject({ id: other });
  await expect(store.get(users, poisoned)).rejects.toBeInstanceOf(DocumentParked);
  await store.close();
});

it("RE-02 takes over at once the leases of a killed process with the same name", async () => {
  const leases = await openLeases(service);
  for (const { name } of allProjections) await leases.take(name, "who has the folder", 60_000);
  await leases.close();
  const { progress } = await start({ holder: "who has the folder" });
  expect(await progress.waitForPosition(names, await register(), patienceMs)).toBe(true);
});

it("RE-11 stands by while another process applies events, and takes over when that one ends", async () => {
  const first = await start();
  const second = await start();
  const position = await register();
  expect(await first.progress.waitForPosition(names, position, patienceMs)).toBe(true);
  expect(await second.progress.waitForPosition(names, position, patienceMs)).toBe(true);
  await first.stop();
  const next = await register();
  expect(await second.progress.waitForPosition(names, next, patienceMs)).toBe(true);
  await expect.poll(() => second.status.readiness()).toBeNull();
  expect(reports).toEqual([]);
});

it("RE-16 is not ready while it is more than two seconds behind, and ready again once it has caught up", async () => {
  const projections = await start();
  await projections.progress.waitForPosition(names, await register(), patienceMs);
  await expect.poll(() => projections.status.readiness()).toBeNull();
  // A second connection locks the read models: nothing can be written.
  const other = new DatabaseSync(catalogueFile(service.dataDir, service.generation), { timeout: 5000 });
  other.exec("BEGIN IMMEDIATE");
  const position = await register();
  await expect.poll(() => projections.status.readiness()).toMatch(/^\d+ s behind$/);
  other.exec("ROLLBACK");
  other.close();
  expect(await projections.progress.waitForPosition(names, position, patienceMs)).toBe(true);
  await expect.poll(() => projections.status.readiness()).toBeNull();
});
