import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { openScratchService } from "@attestory/event-store/testing/scratch-service.ts";
import { userStream } from "@attestory/events/envelope.ts";
import type { Projection } from "@attestory/projections/read-models/projection.ts";
import { rebuild, rollBack } from "@attestory/projections/rebuild/rebuild.ts";
import { openMongoReadModels } from "@attestory/projections/store/mongodb/collections.ts";
import {
  openBuilds,
  openLeases,
  openReadStore,
  openReadStoreWriter,
} from "@attestory/projections/store/open-read-store.ts";
import { BuildSwitched, type ReadStoreWriter } from "@attestory/projections/store/read-store.ts";
import { buildsContract } from "@attestory/projections/testing/builds.contract.ts";
import { checkpointAt } from "@attestory/projections/testing/checkpoint-at.ts";
import { followToHead } from "@attestory/projections/testing/follow-to-head.ts";
import { afterAll, afterEach, beforeAll, describe, expect, it } from "vitest";
import { type MongoServer, startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";

describe.skipIf(whyNoMongo())("read model builds in MongoDB", () => {
  let server: MongoServer;
  beforeAll(async () => {
    server = await startMongoServer();
  });
  afterAll(() => server.close());

  buildsContract("MongoDB", true, async () => {
    const location = { url: server.database(), generation: 1 };
    const again = () => openBuilds(location);
    return {
      again,
      builds: await again(),
      writer: await openReadStoreWriter(location),
      store: await openReadStore(location),
    };
  });

  const rex = (age: number) => new Map([["rex", { position: BigInt(age), document: { age } }]]);
  const pets = { name: "pets@1", indexes: { age: { entry: () => ({ value: "rex", order: "" }) } } } as const;
  const batch = (age: number) => [{ collection: pets, documents: rex(age), checkpoint: checkpointAt(BigInt(age)) }];
  const nothing = async () => undefined;
  const opened: { close(): Promise<void> }[] = [];
  const kept = <Each extends { close(): Promise<void> }>(each: Each): Each => {
    opened.push(each);
    return each;
  };
  afterEach(async () => {
    for (const each of opened.splice(0)) await each.close();
  });
  const openAll = async (location = { url: server.database(), generation: 1 }) => ({
    builds: kept(await openBuilds(location)),
    writer: kept(await openReadStoreWriter(location)),
    store: kept(await openReadStore(location)),
    models: kept(await openMongoReadModels(location, 2000)),
    location,
  });

  it("RE-57 creates one first build with its indexes when three instances start at once", async () => {
    const first = await openAll();
    const instances = [first, await openAll(first.location), await openAll(first.location)];
    await Promise.all(instances.map(({ writer }, index) => writer.write(batch(index + 1))));
    expect(await first.builds.list()).toMatchObject([{ projection: "pets@1", build: 1, state: "running" }]);
    for (const { store, writer } of instances) {
      expect(await store.get(pets, "rex")).toEqual({ age: 3 });
      expect(await writer.checkpoint("pets@1")).toBe(3n);
    }
    const indexes = await first.models.ask(async ({ ofProjection, documents }) => {
      const [only, ...others] = await ofProjection("pets@1");
      expect(others).toEqual([]);
      return documents(only as string).indexes();
    });
    expect(indexes.map(({ name }) => name).sort()).toEqual(["_id_", "age", "parked documents"]);
  });

  it("lets followers go on after a process dies before its switch, and rejects that switch later", {
    timeout: 60_000,
  }, async () => {
    const { builds, writer, store } = await openAll();
    await writer.write(batch(1));
    const next = await builds.begin(pets);
    const dead = Promise.withResolvers<void>();
    const switching = builds.switchTo(pets, next.build, () => dead.promise);
    const refused = expect(switching).rejects.toThrow("took too long");
    await expect.poll(() => isHeldUp(writer)).toBe(true);
    await writer.write(batch(2));
    dead.resolve();
    await refused;
    expect(await store.get(pets, "rex")).toEqual({ age: 2 });
    await writer.write(batch(3));
    expect(await store.get(pets, "rex")).toEqual({ age: 3 });
  });

  /** True if a write is not acknowledged at once. */
  const isHeldUp = (writer: ReadStoreWriter) =>
    Promise.race([writer.write(batch(1)).then(() => false), wait(1500).then(() => true)]);

  it("LG-02 discards writes to a build that was dropped", async () => {
    const { builds, writer, store, models, location } = await openAll();
    await writer.write(batch(1));
    const switchOver = async () => {
      const { build, write } = await builds.begin(pets);
      await write(batch(2));
      await builds.switchTo(pets, build, nothing);
    };
    await switchOver();
    await builds.drop("pets@1", 1);
    await expect(writer.write(batch(9))).rejects.toBeInstanceOf(BuildSwitched);
    const collections = () => models.ask(({ ofProjection }) => ofProjection("pets@1"));
    expect(await collections()).toHaveLength(1);
    // The state that a process killed during a build leaves.
    await models.ask(({ documents }) => documents("1.pets@1.1.dead").insertOne(rexOf(9)));
    await kept(await openBuilds(location)).begin(pets);
    expect((await collections()).map((name) => name.split(".")[2])).toEqual(["2"]);
    expect(await store.get(pets, "rex")).toEqual({ age: 2 });
  });

  const rexOf = (age: number) => ({ _id: "rex", position: BigInt(age), document: { age }, entries: {} });

  it("RE-14 answers every read with current documents during following, reading and rebuilding", {
    timeout: 120_000,
  }, async () => {
    const { builds, writer, store, location } = await openAll();
    const leases = kept(await openLeases(location));
    const service = kept(await openScratchService());
    const userId = randomUUID();
    const parts = { ...service, builds, leases, holder: randomUUID() };
    const done = new AbortController();
    let changes = 0;
    const expectChangeVisible = async () => {
      const data = { userId, firstName: String(changes + 1), lastName: null };
      await service.happened(userStream(userId), { type: "ProfileChanged", data }, { person: userId });
      await followToHead({ ...service, store: writer }, [called]);
      changes++;
      expect((await store.get(called, userId))?.calls).toBeGreaterThanOrEqual(changes);
    };
    await expectChangeVisible();
    const writing = (async () => {
      while (!done.signal.aborted) await expectChangeVisible();
    })();
    try {
      for (let round = 0; round < 2; round++) await rebuild(called, parts, new AbortController().signal);
      await rollBack(called, parts, new AbortController().signal);
    } finally {
      done.abort();
    }
    await writing;
    expect((await store.get(called, userId))?.calls).toBe(changes);
    expect(changes).toBeGreaterThan(3);
    expect((await builds.list()).map(({ build, state }) => `${build} ${state}`)).toEqual(["3 kept", "2 running"]);
  });
});

/** Counts the changes of a profile. */
const called: Projection<{ calls: number }> = {
  name: "called@1",
  group: "other",
  takes: ["ProfileChanged"],
  personal: "sealed",
  indexes: {},
  keys: (event) => (event.type === "ProfileChanged" ? [event.data.userId] : []),
  evolve: (document) => ({ calls: (document?.calls ?? 0) + 1 }),
};
