import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { LogReplaced } from "@attestory/event-store/log/replaced-log.ts";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { UnreadableEvent } from "@attestory/events/catalogue.ts";
import { expect, it } from "vitest";
import { allProjections } from "../read-models/all-projections.ts";
import { users } from "../read-models/users.ts";
import { followToHead } from "../testing/follow-to-head.ts";
import { openRunScene } from "../testing/run-scene.ts";

const scene = openRunScene();

it("B2 does not start on a log that has another event where a read model was folded up to", async () => {
  await scene.register();
  const checkpoint = { position: await scene.register(), eventId: randomUUID() };
  await scene.register();
  await scene.parts.store.write([{ collection: users, documents: new Map(), checkpoint }]);
  await expect(scene.run({})).rejects.toBeInstanceOf(LogReplaced);
});

it("B2 ends when the log is replaced while it runs", async () => {
  const position = await scene.register();
  let isReplaced = false;
  const eventAt: EventLog["eventAt"] = async (at) => (isReplaced ? null : scene.service.log.eventAt(at));
  const times = { heartbeatMs: 5, lease: { leaseMs: 3000, renewEveryMs: 20 }, asideMs: 600_000, compareMs: 5 };
  const running = scene.run({ log: logWith(scene.service.log, { eventAt }), times });
  await expect.poll(() => scene.positions.at(-1)).toBe(position);
  isReplaced = true;
  await expect(running).rejects.toBeInstanceOf(LogReplaced);
  scene.stop.abort();
});

it("reads the head of the log once at a time, however long it takes, and not after it has ended", async () => {
  let [asking, most, asked] = [0, 0, 0];
  const head = async () => {
    asked++;
    most = Math.max(most, ++asking);
    // `runProjections` waits for the first answer anyway. The others take as long as many heartbeats.
    if (asked > 2) await wait(50);
    asking--;
    return scene.service.log.head();
  };
  const running = scene.run({ log: logWith(scene.service.log, { head }) });
  await expect.poll(() => asked).toBeGreaterThanOrEqual(4);
  scene.stop.abort();
  await running;
  expect([most, asking, scene.reportedErrors]).toEqual([1, 0, []]);
});

it("reports its own newer progress, not an older reading that arrives late", async () => {
  const registered = await scene.register();
  const [looked, late] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  let asked = 0;
  const checkpoints = async () => {
    const all = await scene.parts.store.checkpoints();
    // The first call compares the log, the second tells what is far behind, the third how far other processes are.
    if (++asked !== 3) return all;
    looked.resolve();
    await late.promise;
    return all;
  };
  const take: typeof scene.parts.leases.take = async (...lease) => {
    await looked.promise;
    return scene.parts.leases.take(...lease);
  };
  const running = scene.run({ store: { ...scene.parts.store, checkpoints }, leases: { ...scene.parts.leases, take } });
  await expect.poll(() => scene.positions.at(-1)).toBe(registered);
  const before = scene.positions.length;
  late.resolve();
  await expect.poll(() => scene.positions.length).toBeGreaterThan(before + 1);
  scene.stop.abort();
  await running;
  expect(scene.positions.slice(before)).not.toContain(0n);
});

it("RE-21 reports a stopped projection, and that it runs again once another process continues it", async () => {
  await scene.register();
  const follow = () => {
    throw new UnreadableEvent("PasskeyAdded: no such type");
  };
  const running = scene.run({ log: logWith(scene.service.log, { follow }) });
  await expect.poll(() => scene.statuses).toContain(`${users.name} stopped`);
  await followToHead({ ...scene.service, store: scene.parts.store }, allProjections);
  // Others may stop later than they were continued.
  const sinceStopped = () => scene.statuses.slice(scene.statuses.indexOf(`${users.name} stopped`));
  await expect.poll(sinceStopped).toContain(`${users.name} started`);
  scene.stop.abort();
  await running;
});
