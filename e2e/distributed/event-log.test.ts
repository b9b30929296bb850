import { randomInt } from "node:crypto";
import { join } from "node:path";
import { eventLogContract } from "@attestory/events/log/event-log-contract.ts";
import { openEventLog } from "@attestory/events/log/open-event-log.ts";
import { temporaryFolder } from "@attestory/events/testing/temporary-folder.ts";
import { afterAll, beforeAll } from "vitest";
import { type EventStoreProcess, startEventStore } from "../stand-ins/event-store-process.ts";

let store: EventStoreProcess | null = null;
let url = process.env.EVENT_LOG_URL ?? "";

beforeAll(async () => {
  if (url !== "") return;
  store = await startEventStore(join(temporaryFolder(), "events.sqlite"));
  url = store.url;
});
afterAll(() => store?.stop());

const full = process.env.FULL_RUN === "1";
const onFault = (error: Error) => {
  throw error;
};

eventLogContract(
  "the log in EventStoreDB",
  async () => {
    // Nobody else's: the server has logs of all the tests.
    const generation = randomInt(1, 2 ** 47);
    const open = () => openEventLog({ url, generation, writes: true, onFault });
    return { log: await open(), again: open };
  },
  full ? { races: 10_000, histories: 200 } : { races: 500, histories: 20 },
);
