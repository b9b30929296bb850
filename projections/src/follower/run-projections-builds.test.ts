import { strict as assert } from "node:assert";
import { DamagedEvent } from "@attestory/event-store/log/event-log.ts";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { expect, it } from "vitest";
import { activity } from "../read-models/activity.ts";
import { allProjections } from "../read-models/all-projections.ts";
import type { Projection } from "../read-models/projection.ts";
import { users } from "../read-models/users.ts";
import { buildBehind } from "../rebuild/build-behind.ts";
import { previousDropped } from "../store/builds.ts";
import { followToHead } from "../testing/follow-to-head.ts";
import { openRunScene } from "../testing/run-scene.ts";

const scene = openRunScene();

/** Calls `keys` for each registration. */
const figures = (keys: () => void): Projection => ({
  name: "figures@1",
  group: "other",
  takes: ["UserRegistered"],
  personal: "sealed",
  indexes: {},
  keys({ id }) {
    keys();
    return [id];
  },
  evolve: () => ({}),
});
const times = () => ({ ...scene.parts.times, nearby: 0n }) as NonNullable<typeof scene.parts.times>;
const active = async () =>
  (await scene.parts.builds.list()).map(({ projection, build, state }) => `${projection} ${build} ${state}`);

it("B9 follows what is not far behind while another read model is built", async () => {
  await scene.register();
  await followToHead({ ...scene.service, store: scene.parts.store }, allProjections);
  const [begun, held] = [Promise.withResolvers<void>(), Promise.withResolvers<void>()];
  const { log, sealing, store, builds, leases } = scene.parts;
  const slow = figures(() => undefined);
  const running = scene.run({
    projections: [...allProjections, slow],
    times: times(),
    async build(request) {
      expect(request.projections).toEqual([slow]);
      begun.resolve();
      await held.promise;
      await buildBehind(request, { log, sealing, store, builds, leases, holder: "test" });
    },
  });
  await begun.promise;
  const position = await scene.register();
  await expect.poll(() => scene.reached.get(users.name)).toBe(position);
  expect(scene.reached.get(slow.name)).toBe(0n);
  held.resolve();
  await expect.poll(() => scene.reached.get(slow.name)).toBe(position);
  const later = await scene.register();
  await expect.poll(() => scene.reached.get(slow.name)).toBe(later);
  scene.stop.abort();
  await running;
  expect(await active()).toContain("figures@1 1 running");
});

it("builds the others when the keys of one cannot be determined, which its follower reports", async () => {
  const position = await scene.register();
  const stopped = figures(() => assert.fail("no key"));
  const running = scene.run({ projections: [...allProjections, stopped], times: times() });
  await expect.poll(() => scene.statuses).toContain("figures@1 stopped");
  await expect.poll(() => scene.reached.get(users.name)).toBe(position);
  expect(scene.reportedErrors).toEqual(["figures@1 not built: AssertionError [ERR_ASSERTION]: no key"]);
  scene.stop.abort();
  await running;
  expect((await active()).filter((state) => state.endsWith("building"))).toEqual([]);
});

it("RE-04 applies what comes before a damaged event, and reports where it stopped", async () => {
  const before = await scene.register();
  await scene.register();
  const damage = new DamagedEvent("the event at position 2 does not match its checksum");
  const { log } = scene.service;
  const running = scene.run({
    times: times(),
    log: logWith(log, {
      scan: () => Promise.reject(damage),
      async *follow(after) {
        if (after === 0n) yield await log.readAll(0n, 1);
        throw damage;
      },
    }),
  });
  await expect.poll(() => scene.statuses).toContain(`${users.name} stopped`);
  expect(scene.reached.get(users.name)).toBe(before);
  scene.stop.abort();
  await running;
  expect((await active()).filter((state) => state.endsWith("building"))).toEqual([]);
});

it("RE-22 parks a document in a build as a follower does", async () => {
  const position = await scene.register();
  const evolve = () => {
    throw new RangeError("no figure");
  };
  const parking = { ...figures(() => undefined), evolve };
  const running = scene.run({ projections: [parking], times: times() });
  await expect.poll(() => scene.reached.get(parking.name)).toBe(position);
  const parked = await scene.parts.store.parked(parking.name);
  expect(parked.map(({ reason }) => reason)).toEqual(["RangeError: no figure"]);
  scene.stop.abort();
  await running;
  expect(await active()).toEqual(["figures@1 1 running"]);
});

it("RE-22 reports the parked documents of the active build while another one is built", async () => {
  await scene.register();
  const evolve = () => {
    throw new RangeError("no figure");
  };
  const parking = { ...figures(() => undefined), evolve };
  await followToHead({ ...scene.service, store: scene.parts.store }, [parking]);
  const [{ key } = { key: "none" }] = await scene.parts.store.parked(parking.name);
  await scene.register();
  const held = Promise.withResolvers<void>();
  const running = scene.run({ projections: [parking], times: times(), build: () => held.promise });
  await expect.poll(() => scene.parked).toEqual([key]);
  held.resolve();
  await expect.poll(() => scene.parked.length).toBe(2);
  scene.stop.abort();
  await running;
});

it("drops what killed processes have left of builds, although nothing is far behind", async () => {
  const position = await scene.register();
  const eventId = (await scene.service.log.newest())?.id ?? null;
  const { store, builds } = scene.parts;
  await followToHead({ ...scene.service, store }, allProjections);
  await builds.begin(users);
  const next = await builds.begin(activity);
  await next.seal();
  const caughtUp = await builds.open(activity, next.build);
  await builds.switchTo(activity, next.build, async () => {
    await caughtUp.write([{ collection: activity, documents: new Map(), checkpoint: { position, eventId } }]);
    return previousDropped;
  });
  await caughtUp.close();
  const running = scene.run({});
  const all = allProjections.map(({ name }) => `${name} ${name === activity.name ? 2 : 1} running`);
  await expect.poll(active).toEqual(all.toSorted());
  scene.stop.abort();
  await running;
});
