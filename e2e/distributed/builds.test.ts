import { buildsContract } from "@attestory/projections/store/builds-contract.ts";
import { openBuilds, openReadStore, openReadStoreWriter } from "@attestory/projections/store/open-read-store.ts";
import { afterAll, beforeAll, describe } from "vitest";
import { type MongoServer, startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";

describe.skipIf(whyNoMongo())("the builds in MongoDB", () => {
  let server: MongoServer;
  beforeAll(async () => {
    server = await startMongoServer();
  });
  afterAll(() => server.close());

  buildsContract("MongoDB", async () => {
    const location = { url: server.database(), generation: 1 };
    const again = () => openBuilds(location);
    return {
      again,
      builds: await again(),
      writer: await openReadStoreWriter(location),
      store: await openReadStore(location),
    };
  });
});
