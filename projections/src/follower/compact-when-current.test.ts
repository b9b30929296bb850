import { randomUUID } from "node:crypto";
import { readdirSync, readFileSync } from "node:fs";
import { join } from "node:path";
import { userStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import type { Projection } from "../read-models/projection.ts";
import { users } from "../read-models/users.ts";
import { followToHead } from "../testing/follow-to-head.ts";
import { openRunScene } from "../testing/run-scene.ts";
import { compactWhenCurrent } from "./compact-when-current.ts";
import { sinceBoot } from "./progress.ts";

const scene = openRunScene();
const projections = [users as Projection];
const userId = randomUUID();

const isInFiles = (text: string) =>
  readdirSync(scene.service.dataDir)
    .filter((name) => name.includes("users@"))
    .some((name) => readFileSync(join(scene.service.dataDir, name)).includes(text));

const lapse = () =>
  scene.service.happened(
    userStream(userId),
    { type: "RegistrationLapsed", data: { userId, reason: "expired" } },
    { person: userId },
  );

/** As a process leaves it that is killed after it applied the removal. */
async function removedWithoutCompaction(): Promise<void> {
  const { service, parts } = scene;
  for (const happens of [() => scene.register(userId), lapse]) {
    await happens();
    await followToHead({ ...service, store: parts.store }, projections);
  }
  expect(isInFiles("ada@example.org")).toBe(true);
}

it("removes a removed text from the file and the write-ahead log while it runs", async () => {
  const registered = await scene.register(userId);
  const running = scene.run({ projections });
  await expect.poll(() => scene.positions.at(-1)).toBe(registered);
  expect(isInFiles("ada@example.org")).toBe(true);
  await lapse();
  await expect.poll(() => isInFiles("ada@example.org")).toBe(false);
  scene.stop.abort();
  await running;
  expect(scene.reportedErrors).toEqual([]);
});

it("removes at its start what a killed process has left", async () => {
  await removedWithoutCompaction();
  const running = scene.run({ projections });
  await expect.poll(() => isInFiles("ada@example.org")).toBe(false);
  scene.stop.abort();
  await running;
});

it("waits while a projection is behind", async () => {
  await removedWithoutCompaction();
  const compactAt = (asOf: ReadonlyMap<string, number>) =>
    compactWhenCurrent({
      store: scene.parts.store,
      tracker: { asOf, positions: new Map() },
      followed: projections,
      scrubbed: { erasedAt: null },
    });
  await compactAt(new Map([[users.name, sinceBoot() - 5000]]));
  await compactAt(new Map());
  expect(isInFiles("ada@example.org")).toBe(true);
  await compactAt(new Map([[users.name, sinceBoot()]]));
  expect(isInFiles("ada@example.org")).toBe(false);
});
