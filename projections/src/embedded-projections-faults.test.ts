import { randomUUID } from "node:crypto";
import { DatabaseSync } from "node:sqlite";
import { checksumOf } from "@attestory/event-store/log/stored-bytes.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { accounts } from "./read-models/accounts.ts";
import { allProjections } from "./read-models/all-projections.ts";
import { users } from "./read-models/users.ts";
import { openBuilds, openReadStore } from "./store/open-read-store.ts";
import { DocumentParked } from "./store/read-store.ts";
import { catalogueFile } from "./store/sqlite/files.ts";
import { openEmbeddedScene, patienceMs } from "./testing/embedded-scene.ts";

const scene = openEmbeddedScene();
const names = [users.name];
/** The projections that read the personal fields of a registration. */
const reading = [users.name, accounts.name];

it("reports a projection that has stopped, and is not ready", async () => {
  const { progress } = await scene.start();
  const position = await scene.register();
  expect(await progress.waitForPosition(names, position, patienceMs)).toBe(true);
  await scene.running.pop()?.stop();
  await scene.register();
  const database = new DatabaseSync(`${scene.service.dataDir}/events-1.sqlite`, { timeout: 5000 });
  database.prepare("UPDATE events SET checksum = zeroblob(32) WHERE position > ?").run(position);
  database.close();
  const stopped = await scene.start();
  const allStopped = allProjections.map(({ name }) => `projection stopped: ${name}`).toSorted();
  await expect.poll(() => scene.reports.toSorted()).toEqual(allStopped);
  expect(stopped.status.readiness()).toBe(`${names[0]} has stopped at position ${position}`);
  expect(await stopped.progress.waitForPosition(names, position + 1n, 100)).toBe(false);
  expect(scene.reports).toHaveLength(allStopped.length);
});

it("becomes ready again once a stopped projection has restarted and applied the repaired event", async () => {
  const position = await scene.register();
  const database = new DatabaseSync(`${scene.service.dataDir}/events-1.sqlite`, { timeout: 5000 });
  const whole = database.prepare("SELECT checksum FROM events WHERE position = ?").get(position)
    ?.checksum as Uint8Array;
  const mark = database.prepare("UPDATE events SET checksum = ? WHERE position = ?");
  mark.run(Buffer.alloc(32), position);
  const { progress, status } = await scene.start();
  await expect.poll(() => status.readiness()).toBe(`${names[0]} has stopped at position 0`);
  mark.run(whole, position);
  database.close();
  const builds = await openBuilds(scene.service);
  const next = await builds.begin(users);
  await next.seal();
  await builds.switchTo(users, next.build, async () => undefined);
  await builds.close();
  expect(await progress.waitForPosition(names, position, patienceMs)).toBe(true);
  await expect.poll(() => status.readiness()).toBeNull();
});

it("RE-22 reports parked documents, also after a restart, and continues with all others", async () => {
  const [poisoned, other] = [randomUUID(), randomUUID()];
  const position = await scene.register(poisoned);
  const database = new DatabaseSync(`${scene.service.dataDir}/events-1.sqlite`, { timeout: 5000 });
  const [event] = (await scene.service.log.read(userStream(poisoned))).events;
  if (!event) throw new Error("nothing was registered");
  const sealed = Buffer.from(event.stored.sealed ?? []).fill(0, 20);
  const spoil = "UPDATE events SET sealed = ?, checksum = ? WHERE position = ?";
  database.prepare(spoil).run(sealed, checksumOf({ ...event.stored, sealed }), position);
  database.close();
  for (let round = 0; round < 2; round++) {
    const projections = await scene.start();
    expect(
      await projections.progress.waitForPosition(
        names,
        await scene.register(round === 0 ? other : randomUUID()),
        patienceMs,
      ),
    ).toBe(true);
    const reason = expect.stringContaining("DamagedSeal");
    const faults = reading.map((projection) => ({ projection, key: poisoned, position, reason }));
    await expect.poll(() => projections.status.parked()).toMatchObject(faults);
    await expect.poll(() => projections.status.readiness()).toBeNull();
    expect(projections.status.parkedReason()).toBe("2 cannot be read");
    await projections.stop();
  }
  const store = await openReadStore(scene.service);
  expect(await store.get(users, other)).toMatchObject({ id: other });
  await expect(store.get(users, poisoned)).rejects.toBeInstanceOf(DocumentParked);
  await store.close();
});

it("RE-16 is not ready while it is more than two seconds behind, and ready again once it has caught up", async () => {
  const projections = await scene.start();
  await projections.progress.waitForPosition(names, await scene.register(), patienceMs);
  await expect.poll(() => projections.status.readiness()).toBeNull();
  // A second connection locks the read models: nothing can be written.
  const other = new DatabaseSync(catalogueFile(scene.service.dataDir, scene.service.generation), { timeout: 5000 });
  other.exec("BEGIN IMMEDIATE");
  const position = await scene.register();
  await expect.poll(() => projections.status.readiness()).toMatch(/^\d+ s behind$/);
  other.exec("ROLLBACK");
  other.close();
  expect(await projections.progress.waitForPosition(names, position, patienceMs)).toBe(true);
  await expect.poll(() => projections.status.readiness()).toBeNull();
});
