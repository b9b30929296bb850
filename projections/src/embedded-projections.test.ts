import { randomUUID } from "node:crypto";
import { expect, it } from "vitest";
import type { Progress } from "./follower/progress.ts";
import { allProjections } from "./read-models/all-projections.ts";
import { users } from "./read-models/users.ts";
import { openLeases, openReadStore, openReadStoreWriter } from "./store/open-read-store.ts";
import { checkpointAt } from "./testing/checkpoint-at.ts";
import { openEmbeddedScene, patienceMs, times } from "./testing/embedded-scene.ts";

const scene = openEmbeddedScene();
const names = [users.name];

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
  const old = await scene.register(before);
  const { progress, status } = await scene.start();
  expect(await progress.waitForPosition(names, old, patienceMs)).toBe(true);
  const fresh = await scene.register(after);
  expect(await progress.waitForPosition(names, fresh, patienceMs)).toBe(true);
  const store = await openReadStore(scene.service);
  const found = await store.getMany(users, [before, after]);
  expect([...found.values()].map(({ email }) => email)).toEqual(["ada@example.org", "ada@example.org"]);
  await expect.poll(() => status.readiness()).toBeNull();
  expect(scene.reports).toEqual([]);
  await store.close();
});

it("renews its lag while nothing happens, and lets it grow once it has stopped", async () => {
  const { progress, stop } = await scene.start();
  await progress.waitForPosition(names, await scene.register(), patienceMs);
  await expect.poll(() => progress.lagSeconds(names)).toBeLessThan(Number.POSITIVE_INFINITY);
  for (let heartbeat = 0; heartbeat < 3; heartbeat++) await lagFalls(progress);
  await stop();
  const lag = progress.lagSeconds(names);
  await expect.poll(() => progress.lagSeconds(names)).toBeGreaterThan(lag + (10 * times.heartbeatMs) / 1000);
  expect(scene.reports).toEqual([]);
});

it("B2 refuses to start when a read model holds events that the log does not", async () => {
  const store = await openReadStoreWriter(scene.service);
  await store.write([{ collection: users, documents: new Map(), checkpoint: checkpointAt(99n) }]);
  await store.close();
  await expect(scene.start()).rejects.toThrow("an older log was restored");
});

it("refuses to start with another master key", async () => {
  await expect(scene.start({ masterKeys: [Buffer.alloc(32, "other")] })).rejects.toThrow("another master key");
});

it("releases its leases when it stops, and applies new events after a restart", async () => {
  const first = await scene.start();
  await first.progress.waitForPosition(names, await scene.register(), patienceMs);
  await first.stop();
  const leases = await openLeases(scene.service);
  for (const { name } of allProjections) {
    expect(await leases.take(name, "whoever comes next", 60_000)).not.toBeNull();
    await leases.release(name, "whoever comes next");
  }
  await leases.close();
  const position = await scene.register();
  const second = await scene.start();
  expect(await second.progress.waitForPosition(names, position, patienceMs)).toBe(true);
});

it("RE-02 takes over at once the leases of a killed process with the same name", async () => {
  const leases = await openLeases(scene.service);
  for (const { name } of allProjections) await leases.take(name, "who has the folder", 60_000);
  await leases.close();
  const { progress } = await scene.start({ holder: "who has the folder" });
  expect(await progress.waitForPosition(names, await scene.register(), patienceMs)).toBe(true);
});

it("RE-11 stands by while another process applies events, and takes over when that one ends", async () => {
  const first = await scene.start();
  const second = await scene.start();
  const position = await scene.register();
  expect(await first.progress.waitForPosition(names, position, patienceMs)).toBe(true);
  expect(await second.progress.waitForPosition(names, position, patienceMs)).toBe(true);
  await first.stop();
  const next = await scene.register();
  expect(await second.progress.waitForPosition(names, next, patienceMs)).toBe(true);
  await expect.poll(() => second.status.readiness()).toBeNull();
  expect(scene.reports).toEqual([]);
});
