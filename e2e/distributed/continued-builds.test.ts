/** @module-tag random */
import { randomUUID } from "node:crypto";
import { openScratchService, type ScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { sampleEvents } from "@attestory/events/testing/sample-events.ts";
import { allProjections } from "@attestory/projections/read-models/all-projections.ts";
import type { Projection } from "@attestory/projections/read-models/projection.ts";
import { sessions } from "@attestory/projections/read-models/sessions.ts";
import { users } from "@attestory/projections/read-models/users.ts";
import { rebuildTogether } from "@attestory/projections/rebuild/rebuild.ts";
import type { Builds } from "@attestory/projections/store/builds.ts";
import {
  openBuilds,
  openLeases,
  openReadStoreWriter,
  type ReadStoreLocation,
} from "@attestory/projections/store/open-read-store.ts";
import { followToHead } from "@attestory/projections/testing/follow-to-head.ts";
import { appendFacts } from "@attestory/standalone/testing/append-facts.ts";
import { actions } from "@attestory/standalone/testing/random-actions.ts";
import { createActors, sharedVersions } from "@attestory/standalone/testing/random-history.ts";
import fc from "fast-check";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { seed } from "../faults/rounds.ts";
import { type MongoServer, startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";
import { happen } from "./followers.ts";
import { death, Killed, killedIn } from "./killed-in.ts";
import { startBuilder } from "./start-builder.ts";

const full = process.env.FULL_RUN === "1";
const [histories, kills] = full ? [60, 60] : [4, 3];
const patienceMs = 60_000;
const never = new AbortController().signal;

/** Documents that show which events were applied to them, in which order: few of the product's count anything. */
const tally: Projection<{ events: string[] }> = {
  name: "tally@1",
  group: "other",
  takes: sampleEvents().map(({ event }) => event.type),
  personal: "sealed",
  indexes: {},
  keys: ({ stream }) => [stream],
  evolve: (document, { id }) => ({ events: [...(document?.events ?? []), id] }),
};
/** Few, so that a pass takes a second. */
const someProjections: readonly Projection[] = [tally as Projection, users as Projection, sessions as Projection];

/** Every document of every active build, with its position. */
async function documentsIn(
  location: ReadStoreLocation,
  projections: readonly Projection[],
): Promise<Record<string, unknown>> {
  const builds = await openBuilds(location);
  const active = (await builds.list()).filter(({ state }) => state === "running");
  const all = projections.map(async (projection) => {
    const build = active.find((one) => one.projection === projection.name)?.build ?? 0;
    const opened = await builds.open(projection, build);
    const page = [...(await opened.page("", 10_000))];
    await opened.close();
    return [
      projection.name,
      page.map(([key, { position, text }]) => [key, position, text && JSON.parse(text)]),
    ] as const;
  });
  const found = Object.fromEntries(await Promise.all(all));
  await builds.close();
  return found;
}

async function follow(
  service: ScratchService,
  location: ReadStoreLocation,
  projections: readonly Projection[],
): Promise<void> {
  const store = await openReadStoreWriter(location);
  const { faults } = await followToHead({ ...service, store }, projections);
  expect(faults).toEqual([]);
  await store.close();
}

/** How a process reads and writes: one that continues may do so in another way. */
const way = fc.record({ batchSize: fc.integer({ min: 1, max: 8 }), mostHeld: fc.constantFrom(1, 5, 1000) });
const pass = fc.record({
  events: fc.bigInt({ min: 5n, max: 60n }),
  killed: fc.array(fc.record({ death, way }), { minLength: 1, maxLength: 3 }),
  last: way,
});

type Pass = typeof pass extends fc.Arbitrary<infer Each> ? Each : never;

/** Builds some read models in passes that are killed, and one that is not. */
async function build(service: ScratchService, location: ReadStoreLocation, how: Pass): Promise<void> {
  const { events, killed, last } = how;
  const [builds, leases] = [await openBuilds(location), await openLeases(location)];
  const continuing = { code: "one", isInLog: async () => true };
  const saveEvery = { events, ms: patienceMs };
  const parts = { ...service, leases, continuing, saveEvery };
  const ends = (of: Builds, by: Pass["last"]) =>
    rebuildTogether(someProjections, { ...parts, ...by, builds: of, holder: randomUUID() }, never).then(
      (failed) => failed.length === 0,
      (error: unknown) => {
        if (error instanceof Killed) return false;
        throw error;
      },
    );
  let isDone = false;
  for (const one of killed) isDone ||= await ends(killedIn(builds, one.death), one.way);
  if (!isDone) await ends(builds, last);
  await Promise.all([builds.close(), leases.close()]);
}

/** Kills a builder after it has printed so many lines, or lets it end; resolves to where it began to read the log. */
async function builderKilledAfter(lines: number, service: ScratchService, url: string): Promise<bigint | null> {
  const builder = startBuilder(service, url);
  await builder.prints(lines, patienceMs);
  await builder.kill();
  if (!Number.isFinite(lines)) expect(builder.said()).toContain("done");
  return builder.beganAt();
}

describe.skipIf(whyNoMongo())("builds whose process was killed, in MongoDB", () => {
  let server: MongoServer;
  let service: ScratchService;
  beforeAll(async () => {
    server = await startMongoServer();
    service = await openScratchService();
    // The events of each stream are far apart.
    await happen(service, 180);
  });
  afterAll(async () => {
    await service.close();
    await server.close();
  });

  it(`RE-13 yields the documents of a follower from any history, wherever passes are killed (SEED=${seed})`, {
    timeout: 60_000 * (histories + 1),
  }, async () => {
    const url = server.database();
    let generation = 0;
    const followed = { dataDir: service.dataDir, generation: 1 };
    const yieldsTheSame = fc.asyncProperty(actions, pass, async (drawn, how) => {
      const { perform } = createActors(await sharedVersions(service.log));
      await appendFacts(service, drawn.flatMap(perform));
      await follow(service, followed, someProjections);
      const location = { url, generation: ++generation };
      await build(service, location, how);
      expect(await documentsIn(location, someProjections)).toEqual(await documentsIn(followed, someProjections));
    });
    await fc.assert(yieldsTheSame, { seed, numRuns: histories, endOnFailure: true });
  });

  it(`RE-10 goes on where it was killed by kill -9, and builds nothing twice (SEED=${seed})`, {
    timeout: patienceMs * (kills + 2),
  }, async () => {
    const url = server.database();
    const after = fc.sample(fc.integer({ min: 30, max: 120 }), { seed, numRuns: kills - 1 });
    // Killed for the first time after it has saved checkpoints, and begun to write more.
    const first = startBuilder(service, url);
    await first.reads(100n, patienceMs);
    expect(await first.kill()).toBe("SIGKILL");
    const began: bigint[] = [];
    for (const lines of [...after, Number.POSITIVE_INFINITY]) {
      const from = await builderKilledAfter(lines, service, url);
      // All that was killed late had nothing left to build.
      if (from !== null) began.push(from);
    }
    expect(began[0]).toBeGreaterThanOrEqual(60n);
    expect(began).toEqual(began.toSorted((one, other) => Number(one - other)));
    const followed = { dataDir: service.dataDir, generation: 1 };
    await follow(service, followed, allProjections);
    const [built, expected] = [{ url, generation: 1 }, followed].map((of) => documentsIn(of, allProjections));
    expect(await built).toEqual(await expected);
    const builds = await openBuilds({ url, generation: 1 });
    const made = (await builds.list()).map(({ build }) => build);
    await builds.close();
    expect(new Set(made)).toEqual(new Set([1]));
  });
});
