import { randomInt } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { logCallsContract } from "../http/log-calls.contract.ts";
import { openLog, someEventStore } from "./event-logs.ts";

/** One that fits into the position marks of answers. */
const shortGeneration = () => randomInt(1, 2 ** 31);

let store: Awaited<ReturnType<typeof someEventStore>>;
beforeAll(async () => {
  store = await someEventStore();
});
afterAll(() => store.stop());

logCallsContract("the calls of commands, on the log in EventStoreDB", () => openLog(store.url, shortGeneration()));
