/** @module-tag random */

import { randomUUID } from "node:crypto";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { scratchServiceOfFile } from "@attestory/event-store/testing/scratch-scenes.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import { type RebuildParts, rebuildTogether } from "@attestory/projections/rebuild/rebuild.ts";
import { openBuilds, openLeases, openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import { followToHead } from "@attestory/projections/testing/follow-to-head.ts";
import fc from "fast-check";
import { expect, it } from "vitest";
import { appendFacts } from "./testing/append-facts.ts";
import { bytesOf } from "./testing/open-build-file.ts";
import { type Action, actions } from "./testing/random-actions.ts";
import { createActors, sharedVersions } from "./testing/random-history.ts";

const numRuns = process.env.FULL_RUN === "1" ? 300 : 10;

const service = scratchServiceOfFile();
let stores = 0;

/** How a build reads and writes. */
const building = fc.record({
  batchSize: fc.integer({ min: 1, max: 40 }),
  mostHeld: fc.oneof(fc.integer({ min: 1, max: 50 }), fc.constant(1000)),
  /** How many batches are read before a first attempt is interrupted; null: there is none. */
  interruptedAfter: fc.option(fc.nat(20)),
  /** Whether files are written in a thread of their own. */
  inThread: fc.boolean(),
});
type Building = typeof building extends fc.Arbitrary<infer Each> ? Each : never;

async function follow(location: { dataDir: string; generation: number }): Promise<void> {
  const store = await openReadStoreWriter(location);
  const { faults, reportedErrors } = await followToHead({ ...service, store }, allProjections);
  expect([faults, reportedErrors]).toEqual([[], []]);
  await store.close();
}

type Parts = Omit<RebuildParts, "log"> & { log: EventLog };

/** A build that is stopped while it reads leaves no documents. */
async function interrupt(parts: Parts, batches: number): Promise<void> {
  const [stop, reason] = [new AbortController(), new Error("stopped")];
  let left = batches;
  const log = logWith(parts.log, {
    scan(...asked) {
      if (left-- === 0) stop.abort(reason);
      return parts.log.scan(...asked);
    },
  });
  // A short history may be built before it is stopped.
  const outcome = await rebuildTogether(allProjections, { ...parts, log }, stop.signal).catch((error) => error);
  expect([[], reason]).toContainEqual(outcome);
  if (outcome === reason) expect((await parts.builds.list()).filter(({ state }) => state === "building")).toEqual([]);
}

async function build(location: { dataDir: string; generation: number }, how: Building): Promise<void> {
  const { interruptedAfter, inThread, ...sizes } = how;
  const [builds, leases] = [await openBuilds(location, { inThread }), await openLeases(location)];
  const parts = { ...sizes, log: service.log, sealing: service.sealing, builds, leases, holder: randomUUID() };
  if (interruptedAfter !== null) await interrupt(parts, interruptedAfter);
  expect(await rebuildTogether(allProjections, parts, new AbortController().signal)).toEqual([]);
  await Promise.all([builds.close(), leases.close()]);
}

it("RE-13 builds the same documents and index entries from any history as following does, byte by byte", async () => {
  const followed = { dataDir: service.dataDir, generation: ++stores };
  const buildsAsFollowed = async (drawn: readonly Action[], how: Building) => {
    const { perform } = createActors(await sharedVersions(service.log));
    await appendFacts(service, drawn.flatMap(perform));
    await follow(followed);
    const built = { dataDir: service.dataDir, generation: ++stores };
    await build(built, how);
    for (const projection of allProjections) {
      expect(await bytesOf(projection, built), projection.name).toEqual(await bytesOf(projection, followed));
    }
  };
  await fc.assert(fc.asyncProperty(actions, building, buildsAsFollowed), { numRuns });
}, 600_000);
