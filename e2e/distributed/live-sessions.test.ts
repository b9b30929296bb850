import { liveSessionsContract } from "@attestory/command-api/testing/live-sessions.contract.ts";
import { afterAll, beforeAll } from "vitest";
import { openLog, someEventStore } from "./event-logs.ts";

let store: Awaited<ReturnType<typeof someEventStore>>;
beforeAll(async () => {
  store = await someEventStore();
});
afterAll(() => store.stop());

liveSessionsContract("the most sessions of one user, on the log in EventStoreDB", () => openLog(store.url));
