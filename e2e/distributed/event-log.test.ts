import { eventLogContract } from "@attestory/event-store/testing/event-log.contract.ts";
import { afterAll, beforeAll } from "vitest";
import { newGeneration, openLog, someEventStore } from "./event-logs.ts";

let store: Awaited<ReturnType<typeof someEventStore>>;
beforeAll(async () => {
  store = await someEventStore();
});
afterAll(() => store.stop());

const extent = process.env.FULL_RUN === "1" ? { races: 10_000, histories: 200 } : { races: 500, histories: 40 };

eventLogContract(
  "the log in EventStoreDB",
  async () => {
    const generation = newGeneration();
    const again = () => openLog(store.url, generation);
    return { log: await again(), again };
  },
  extent,
);
