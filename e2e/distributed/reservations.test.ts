import { reservationContract } from "@attestory/command-api/testing/reservation.contract.ts";
import { afterAll, beforeAll } from "vitest";
import { openLog, someEventStore } from "./event-logs.ts";

let store: Awaited<ReturnType<typeof someEventStore>>;
beforeAll(async () => {
  store = await someEventStore();
});
afterAll(() => store.stop());

// The log is reached over a network, so the ordinary run tries each case only a few times.
const rounds = process.env.FULL_RUN === "1" ? 200 : 2;
reservationContract("addresses and usernames on the log in EventStoreDB", () => openLog(store.url), rounds);
