import { join } from "node:path";
import { openServerGenerations } from "@attestory/event-store/generations/open-server-generations.ts";
import { generationsContract } from "@attestory/event-store/testing/generations.contract.ts";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { afterAll, beforeAll, describe } from "vitest";
import { type EventStoreProcess, startEventStore } from "../stand-ins/event-store-process.ts";
import { type MongoServer, startMongoServer, whyNoMongo } from "../stand-ins/mongo-server.ts";

describe.skipIf(whyNoMongo())("generations on servers", () => {
  let mongo: MongoServer;
  const stores: EventStoreProcess[] = [];
  beforeAll(async () => {
    mongo = await startMongoServer();
  });
  afterAll(async () => {
    for (const store of stores) await store.stop();
    await mongo.close();
  });

  // Each has a store of its own: the first generation has the same number in all of them.
  generationsContract("the generations on servers", async () => {
    const eventStore = await startEventStore(join(temporaryFolder(), "events.sqlite"));
    stores.push(eventStore);
    return openServerGenerations({
      eventLog: eventStore.url,
      vault: mongo.database(),
      readStore: mongo.database(),
      masterKeys: [Buffer.alloc(32, "scratch")],
      reportError(message, error) {
        throw new Error(message, { cause: error });
      },
    });
  });
});
