import { expect, it } from "vitest";
import { activity } from "./read-models/activity.ts";
import { allProjections, projectionNames } from "./read-models/all-projections.ts";
import { openBuilds, openReadStoreWriter } from "./store/open-read-store.ts";
import { openEmbeddedScene, patienceMs, times } from "./testing/embedded-scene.ts";
import { followToHead } from "./testing/follow-to-head.ts";

const scene = openEmbeddedScene();
const building = { times: { ...times, nearby: 2n } };

async function states(): Promise<string[]> {
  const builds = await openBuilds(scene.service);
  const list = await builds.list();
  await builds.close();
  return list.map(({ projection, build, state }) => `${projection} ${build} ${state}`);
}
const allRunning = projectionNames.map((name) => `${name} 1 running`).toSorted();

async function registerSome(): Promise<bigint> {
  for (let person = 0; person < 5; person++) await scene.register();
  return scene.service.log.head();
}

it("RE-16 builds all read models of a log in one pass, then follows it, and starts again without a build", async () => {
  const head = await registerSome();
  const first = await scene.start(building);
  expect(await first.progress.waitForPosition(projectionNames, head, patienceMs)).toBe(true);
  expect(await first.progress.waitForPosition(projectionNames, await scene.register(), patienceMs)).toBe(true);
  await expect.poll(() => [first.status.readiness(), first.status.othersReason()]).toEqual([null, null]);
  await expect
    .poll(() => scene.notes)
    .toEqual(["read models are being built", "read models built", "read models built"]);
  await first.stop();
  const second = await scene.start(building);
  expect(await second.progress.waitForPosition(projectionNames, await scene.register(), patienceMs)).toBe(true);
  expect([scene.notes.length, await states(), scene.reports]).toEqual([3, allRunning, []]);
});

it("builds a read model that lacks its documents beside those that have them", async () => {
  const head = await registerSome();
  const store = await openReadStoreWriter(scene.service);
  await followToHead(
    { ...scene.service, store },
    allProjections.filter((projection) => projection !== activity),
  );
  await store.close();
  const { progress } = await scene.start(building);
  expect(await progress.waitForPosition(projectionNames, head, patienceMs)).toBe(true);
  expect([await states(), scene.reports]).toEqual([allRunning, []]);
});

it("replaces documents that are far behind, and what a killed build has left", async () => {
  const store = await openReadStoreWriter(scene.service);
  await scene.register();
  await followToHead({ ...scene.service, store }, allProjections);
  await store.close();
  const builds = await openBuilds(scene.service);
  await builds.begin(activity);
  await builds.close();
  const head = await registerSome();
  const { progress } = await scene.start(building);
  expect(await progress.waitForPosition(projectionNames, head, patienceMs)).toBe(true);
  const second = projectionNames.map((name) => `${name} ${name === activity.name ? 3 : 2} running`).toSorted();
  expect([await states(), scene.reports]).toEqual([second, []]);
});

it("ends in the middle of a build, which the next start begins anew", async () => {
  const head = await registerSome();
  const first = await scene.start(building);
  await first.stop();
  const { progress } = await scene.start(building);
  expect(await progress.waitForPosition(projectionNames, head, patienceMs)).toBe(true);
  const running = (await states()).map((state) => state.replace(/ \d+ /, " "));
  expect([running, scene.reports]).toEqual([projectionNames.map((name) => `${name} running`).toSorted(), []]);
});
