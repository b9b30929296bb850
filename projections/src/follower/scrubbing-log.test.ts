import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import type { Projection } from "../read-models/projection.ts";
import { users } from "../read-models/users.ts";
import { rebuildTogether } from "../rebuild/rebuild.ts";
import { openRunScene } from "../testing/run-scene.ts";

const scene = openRunScene();
const projections = [users as Projection];

const isInFiles = () =>
  readdirSync(scene.service.dataDir)
    .filter((name) => name.includes("users@"))
    .some((name) => readFileSync(join(scene.service.dataDir, name)).includes("ada@example.org"));

const erase = (userId: string) => {
  const data = { userId, requestId: null, receiptId: randomUUID(), reason: "requested" } as const;
  return scene.service.happened(userStream(userId), { type: "ErasureStarted", data }, { person: userId });
};

it("LG-02 drops the kept builds of read models in clear, and compacts the active ones, as soon as someone is erased", async () => {
  const userId = randomUUID();
  const registered = await scene.register(userId);
  const running = scene.run({ projections });
  await expect.poll(() => scene.positions.at(-1)).toBe(registered);
  const { parts, service } = scene;
  const rebuilding = {
    ...parts,
    log: service.log,
    holder: randomUUID(),
    leaseTimes: { leaseMs: 3000, renewEveryMs: 20 },
  };
  const reports = { onRebuilt: () => undefined, onProgress: () => undefined, reportError: () => undefined };
  expect(await rebuildTogether(projections, { ...rebuilding, ...reports }, new AbortController().signal)).toEqual([]);
  const states = async () => (await parts.builds.list()).map(({ state }) => state);
  expect(await states()).toEqual(["running", "kept"]);

  const erased = await erase(userId);

  await expect.poll(() => scene.positions.at(-1)).toBe(erased);
  expect(await states()).toEqual(["running"]);
  await expect.poll(isInFiles).toBe(false);
  // A second one, however short ago the compaction was.
  const other = randomUUID();
  await scene.register(other);
  await expect.poll(isInFiles).toBe(true);
  await erase(other);
  await expect.poll(isInFiles).toBe(false);
  scene.stop.abort();
  await running;
  expect(scene.reportedErrors).toEqual([]);
});
