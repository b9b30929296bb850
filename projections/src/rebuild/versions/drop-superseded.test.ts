import { expect, it } from "vitest";
import type { Leases } from "../../follower/lease.ts";
import type { Projection } from "../../read-models/projection.ts";
import { followToHead } from "../../testing/follow-to-head.ts";
import { namedProjection } from "../../testing/named-projection.ts";
import { openRunScene } from "../../testing/run-scene.ts";
import { dropSuperseded } from "./drop-superseded.ts";

const scene = openRunScene();
type Name = Projection["name"];
const projections = (names: readonly Name[]) => names.map((name) => namedProjection(name));
const follow = (...names: Name[]) => followToHead({ ...scene.service, store: scene.parts.store }, projections(names));

/** Another process follows the projection for a moment, once this one has asked for the first time whether any does. */
const followedMeanwhile = (leases: Leases, name: string): Leases => {
  let isFollowed = false;
  return {
    ...leases,
    take: (...asked) => leases.take(...asked),
    async release(released, holder) {
      await leases.release(released, holder);
      if (released !== `rebuild ${name}` || isFollowed) return;
      isFollowed = true;
      await leases.take(name, "former release", 3000);
      await leases.release(name, "former release");
    },
  };
};

it("RE-14 drops a former version only if the new one is built and as far, and no process followed it meanwhile", async () => {
  await scene.register();
  await follow("copied@1", "ahead@1", "ahead@2", "followed@1", "followed@2", "due@1", "due@2");
  await scene.register();
  await follow("ahead@1");
  const { builds, leases } = scene.parts;
  await builds.carryOver(namedProjection("copied@2"), "copied@1");
  const stop = new AbortController();
  let rounds = 0;
  const list = () => {
    // The second round is not for this test.
    if (++rounds === 2) stop.abort();
    return builds.list();
  };
  const reportError = (error: unknown) => expect.unreachable(String(error));
  const parts = { ...scene.parts, holder: "test", graceMs: 1, reportError };
  await dropSuperseded(
    projections(["copied@2", "ahead@2", "followed@2", "due@2"]),
    { ...parts, builds: { ...builds, list }, leases: followedMeanwhile(leases, "followed@1") },
    stop.signal,
  );
  const left = (await builds.list()).map(({ projection }) => projection);
  expect(left).toEqual(["ahead@1", "ahead@2", "copied@1", "copied@2", "due@2", "followed@1", "followed@2"]);
});
