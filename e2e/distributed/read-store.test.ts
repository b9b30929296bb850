import { users } from "@attestory/projections/read-models/users.ts";
import { mongoBuildDocuments } from "@attestory/projections/store/mongodb/build-documents.ts";
import { openMongoReadModels, patience } from "@attestory/projections/store/mongodb/collections.ts";
import { openMongoLeases } from "@attestory/projections/store/mongodb/leases.ts";
import {
  openBuilds,
  openLeases,
  openReadStore,
  openReadStoreWriter,
} from "@attestory/projections/store/open-read-store.ts";
import { type Kept, ReadStoreUnavailable } from "@attestory/projections/store/read-store.ts";
import { checkpointAt } from "@attestory/projections/testing/checkpoint-at.ts";
import { leaseContract } from "@attestory/projections/testing/lease.contract.ts";
import { partitionsContract } from "@attestory/projections/testing/partitions.contract.ts";
import { readStoreContract } from "@attestory/projections/testing/read-store.contract.ts";
import { sharingContract } from "@attestory/projections/testing/sharing.contract.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { startFaultProxy } from "../stand-ins/fault-proxy.ts";
import { type MongoServer, startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";
import { extent } from "./extent.ts";
import { interleaved } from "./interleaved-models.ts";

const kills = extent({ few: 1, usual: 3, full: 3 });

describe.skipIf(whyNoMongo())("the read store in MongoDB", () => {
  let server: MongoServer;
  beforeAll(async () => {
    server = await startMongoServer();
  });
  afterAll(() => server.close());
  const emptyLocation = () => ({ url: server.database(), generation: 1 });

  readStoreContract("MongoDB", async () => {
    const location = emptyLocation();
    return { store: await openReadStore(location), openWriter: () => openReadStoreWriter(location) };
  });

  partitionsContract("MongoDB", async () => {
    const location = emptyLocation();
    return [await openReadStoreWriter(location), await openReadStoreWriter(location)];
  });

  const leasesWithClock = async () => {
    const location = emptyLocation();
    const clock = { now: Date.parse("2026-03-01T12:00:00.000Z") };
    const open = () => openMongoLeases(location, () => clock.now);
    return { one: await open(), other: await open(), clock };
  };
  leaseContract("MongoDB", leasesWithClock);
  sharingContract("MongoDB", leasesWithClock);

  it("RE-11 uses the server's clock, so that machines' clocks may differ", async () => {
    const location = emptyLocation();
    const [one, other] = [await openLeases(location), await openLeases(location)];
    // Longer than a busy machine pauses a process.
    const leaseMs = 3000;
    const taken = performance.now();
    expect(await one.take(users.name, "a", leaseMs)).toEqual({ fence: 1 });
    expect(await other.take(users.name, "b", leaseMs)).toBeNull();
    await expect.poll(() => other.take(users.name, "b", leaseMs)).toEqual({ fence: 2 });
    expect(performance.now() - taken).toBeGreaterThan(leaseMs - 50);
    expect(await one.take(users.name, "a", leaseMs)).toBeNull();
    await other.release(users.name, "b");
    expect(await one.take(users.name, "a", leaseMs)).toEqual({ fence: 3 });
    await Promise.all([one.close(), other.close()]);
  });

  const pets = { name: "pets@1", indexes: { all: { entry: () => ({ value: "pet", order: "" }) } } } as const;
  const batch = (position: number, keys: readonly string[]) => {
    const document = { position: BigInt(position), document: { position } };
    return [
      {
        collection: pets,
        documents: new Map(keys.map((key) => [key, document])),
        checkpoint: checkpointAt(BigInt(position)),
      },
    ];
  };
  const expectUnavailableWithin = async (ms: number, asking: Promise<unknown>) => {
    const asked = performance.now();
    await expect(asking).rejects.toBeInstanceOf(ReadStoreUnavailable);
    expect(performance.now() - asked).toBeLessThan(ms);
  };
  const listing = { index: "all", value: "pet", direction: "ascending", limit: 1 } as const;

  it("RE-31 refuses in time while the server does not answer, and recovers with it", async () => {
    const proxy = await startFaultProxy(server);
    const location = { url: server.database(proxy.port), generation: 1 };
    const [store, writer] = [await openReadStore(location), await openReadStoreWriter(location)];
    const [leases, builds] = [await openLeases(location), await openBuilds(location)];
    await writer.write(batch(1, ["rex"]));
    expect(await store.get(pets, "rex")).toEqual({ position: 1 });
    const refused = async () => {
      await expectUnavailableWithin(3500, store.get(pets, "rex"));
      await expectUnavailableWithin(3500, store.list(pets, listing));
      await expectUnavailableWithin(3500, leases.take("pets@1", "a", 3000));
      await expectUnavailableWithin(10_000, writer.write(batch(2, ["rex"])));
      await expectUnavailableWithin(10_000, builds.list());
    };
    proxy.pause();
    await refused();
    await proxy.refuse();
    proxy.resume();
    await refused();
    await proxy.accept();
    await expect.poll(() => store.get(pets, "rex").catch(() => null)).not.toBeNull();
    await expect.poll(() => writer.write(batch(3, ["rex"])).catch((error) => String(error))).toBeUndefined();
    expect(await store.get(pets, "rex")).toEqual({ position: 3 });
    await expect.poll(() => leases.take("pets@1", "a", 3000).catch(() => null)).not.toBeNull();
    await Promise.all([store, writer, leases, builds].map((side) => side.close()));
    await proxy.close();
  });

  it("B3 writes the newer document also if an older one is created while it is being written", async () => {
    const models = await openMongoReadModels(emptyLocation(), patience.writing);
    const build = (before: () => Promise<void>) => mongoBuildDocuments(interleaved(models, before), "1.pets@1.1.test");
    const write = (position: number, before = async () => {}) => {
      const documents: Map<string, Kept> = batch(position, ["rex", "bello"])[0]?.documents ?? new Map();
      return build(before).write(pets, documents);
    };
    await write(2, () => write(1));
    const positions = async () =>
      [...(await build(async () => {}).load(["rex", "bello"])).values()].map(({ position }) => position);
    expect(await positions()).toEqual([2n, 2n]);
    // Here the other writer is ahead.
    await write(3, () => write(4));
    expect(await positions()).toEqual([4n, 4n]);
    await models.close();
  });

  it("RE-31 repeats a write whose acknowledgement was lost", async () => {
    const proxy = await startFaultProxy(server);
    const location = { url: server.database(proxy.port), generation: 1 };
    const writer = await openReadStoreWriter(location);
    await writer.write(batch(1, ["rex"]));
    proxy.pause("answers");
    await expectUnavailableWithin(10_000, writer.write(batch(2, ["rex", "bello"])));
    proxy.cut();
    proxy.resume();
    await expect.poll(() => writer.write(batch(2, ["rex", "bello"])).catch((error) => String(error))).toBeUndefined();
    expect([...(await writer.load(pets, ["rex", "bello"])).values()]).toEqual(
      [2n, 2n].map((position) => ({ position, document: { position: 2 } })),
    );
    expect(await writer.checkpoint("pets@1")).toBe(2n);
    await writer.close();
    await proxy.close();
  });

  it("RE-31 keeps every acknowledged batch after the server is killed", async ({ skip }) => {
    if (!server.process) return skip("the server is none that a test may kill");
    const location = emptyLocation();
    const [store, writer] = [await openReadStore(location), await openReadStoreWriter(location)];
    for (let round = 0; round < kills; round++) {
      let acknowledged = round * 1000;
      const writing = (async () => {
        for (let position = acknowledged + 1; ; position++) {
          const keys = Array.from({ length: 5 }, (_, index) => `${position}-${index}`);
          await writer.write(batch(position, keys));
          acknowledged = position;
        }
      })();
      const stopped = expect(writing).rejects.toBeInstanceOf(ReadStoreUnavailable);
      await expect.poll(() => acknowledged).toBeGreaterThan(round * 1000 + 20);
      await server.process.kill();
      await stopped;
      await server.process.start();
      await expect.poll(() => store.get(pets, "none").catch((error) => String(error))).toBeNull();
      const keys = Array.from({ length: acknowledged - round * 1000 }, (_, at) => `${round * 1000 + at + 1}-4`);
      expect((await store.getMany(pets, keys)).size).toBe(keys.length);
      expect(await writer.checkpoint("pets@1")).toBeGreaterThanOrEqual(BigInt(acknowledged));
    }
    await Promise.all([store.close(), writer.close()]);
  });
});
