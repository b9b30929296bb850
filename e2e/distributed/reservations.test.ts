import { reservationContract } from "@attestory/command-api/testing/reservation.contract.ts";
import { afterAll, beforeAll } from "vitest";
import { openLog, someEventStore } from "./event-logs.ts";
import { extent } from "./extent.ts";

let store: Awaited<ReturnType<typeof someEventStore>>;
beforeAll(async () => {
  store = await someEventStore();
});
afterAll(() => store.stop());

// The log is reached over a network, so the ordinary run tries each case only a few times.
const rounds = extent({ few: 1, usual: 2, full: 200 });
reservationContract("addresses and usernames on the log in EventStoreDB", () => openLog(store.url), rounds);
