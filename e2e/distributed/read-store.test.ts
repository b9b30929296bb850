import { leaseContract } from "@attestory/projections/lease-contract.ts";
import { openMongoLeases } from "@attestory/projections/store/mongo-leases.ts";
import { openLeases, openReadStore, openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import { readStoreContract } from "@attestory/projections/store/read-store-contract.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type MongoServer, startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";

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

  leaseContract("MongoDB", async () => {
    const location = emptyLocation();
    const clock = { now: Date.parse("2026-03-01T12:00:00.000Z") };
    const open = () => openMongoLeases(location, () => clock.now);
    return { one: await open(), other: await open(), clock };
  });

  it("RE-11 goes by the clock of the server, so that those of the machines may differ", async () => {
    const location = emptyLocation();
    const [one, other] = [await openLeases(location), await openLeases(location)];
    const taken = performance.now();
    expect(await one.take("users@1", "a", 1000)).toEqual({ fence: 1 });
    expect(await other.take("users@1", "b", 1000)).toBeNull();
    await expect.poll(() => other.take("users@1", "b", 1000)).toEqual({ fence: 2 });
    expect(performance.now() - taken).toBeGreaterThan(950);
    expect(await one.take("users@1", "a", 1000)).toBeNull();
    await other.release("users@1", "b");
    expect(await one.take("users@1", "a", 1000)).toEqual({ fence: 3 });
    await Promise.all([one.close(), other.close()]);
  });
});
