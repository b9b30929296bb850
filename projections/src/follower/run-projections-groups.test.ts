import { strict as assert } from "node:assert";
import { expect, it } from "vitest";
import { allProjections } from "../read-models/all-projections.ts";
import type { Projection } from "../read-models/projection.ts";
import { users } from "../read-models/users.ts";
import { followToHead } from "../testing/follow-to-head.ts";
import { openRunScene } from "../testing/run-scene.ts";

const scene = openRunScene();

/** Calls `evolve` for each registration. */
const figures = (evolve: () => void): Projection => ({
  name: "figures@1",
  group: "other",
  takes: ["UserRegistered"],
  personal: "sealed",
  indexes: {},
  keys: ({ id }) => [id],
  evolve() {
    evolve();
    return {};
  },
});

function keepBusy(ms: number): void {
  const until = performance.now() + ms;
  while (performance.now() < until);
}

it("B9 applies events to what authentication needs while another projection is slow", async () => {
  for (let n = 0; n < 200; n++) await scene.register();
  const begun = Promise.withResolvers<void>();
  let [isSlow, evolved] = [true, 0];
  const slow = figures(() => {
    evolved++;
    begun.resolve();
    if (isSlow) keepBusy(10);
  });
  const running = scene.run({ projections: [...allProjections, slow] });
  await begun.promise;
  const position = await scene.register();
  await expect.poll(() => scene.reached.get(users.name)).toBe(position);
  expect(evolved).toBeLessThan(200);
  isSlow = false;
  await expect.poll(() => scene.reached.get(slow.name)).toBe(position);
  scene.stop.abort();
  await running;
});

it("B9 ends in the middle of a slow batch, which the next run applies", async () => {
  for (let n = 0; n < 200; n++) await scene.register();
  const begun = Promise.withResolvers<void>();
  let evolved = 0;
  const slow = figures(() => {
    evolved++;
    begun.resolve();
    keepBusy(10);
  });
  const running = scene.run({ projections: [slow] });
  await begun.promise;
  scene.stop.abort();
  await running;
  expect(evolved).toBeLessThan(200);
  expect([await scene.parts.store.checkpoint(slow.name), scene.reportedErrors]).toEqual([0n, []]);
  await followToHead({ ...scene.service, store: scene.parts.store }, [figures(() => undefined)]);
  expect(await scene.parts.store.checkpoint(slow.name)).toBe(await scene.service.log.head());
});

it("B9 applies events to what authentication needs although another projection has stopped", async () => {
  const first = await scene.register();
  const stopped = { ...figures(() => undefined), keys: () => assert.fail("no key") };
  const running = scene.run({ projections: [...allProjections, stopped] });
  await expect.poll(() => scene.statuses).toContain("figures@1 stopped");
  const second = await scene.register();
  await expect.poll(() => scene.reached.get(users.name)).toBe(second);
  expect([first > 0n, scene.reached.get(stopped.name)]).toEqual([true, 0n]);
  scene.stop.abort();
  await running;
});
