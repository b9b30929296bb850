import { randomInt } from "node:crypto";
import { afterAll, beforeAll } from "vitest";
import { signedOutElsewhereContract } from "../http/signed-out-elsewhere.contract.ts";
import { openLog, someEventStore } from "./event-logs.ts";

/** One that fits into the position marks of answers. */
const shortGeneration = () => randomInt(1, 2 ** 31);

let store: Awaited<ReturnType<typeof someEventStore>>;
beforeAll(async () => {
  store = await someEventStore();
});
afterAll(() => store.stop());

signedOutElsewhereContract("commands of a process that has not seen a sign-out, on the log in EventStoreDB", () =>
  openLog(store.url, shortGeneration()),
);
