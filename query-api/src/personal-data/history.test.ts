import { openReadStore } from "@attestory/projections/store/open-read-store.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { manySessions } from "../testing/many-sessions.ts";
import { people } from "../testing/people.ts";
import { HeldProjections } from "../testing/scratch-projections.ts";
import { openScratchQueryApi, type ScratchQueryApi } from "../testing/scratch-query-api.ts";
import { historyOf } from "./history.ts";

let scratch: ScratchQueryApi<HeldProjections>;
let userId: string;
let store: Awaited<ReturnType<typeof openReadStore>>;
let reads = 0;

beforeAll(async () => {
  scratch = await openScratchQueryApi((service) => new HeldProjections(service));
  userId = await people(scratch).registered();
  const recordedAt = scratch.clock.now;
  await manySessions(scratch.service, { userId, sessions: 30, uses: 120, recordedAt });
  await manySessions(scratch.service, { userId: await people(scratch).registered(), sessions: 2, uses: 4, recordedAt });
  await manySessions(scratch.service, { userId, sessions: 1, uses: 2, recordedAt });
  await scratch.projections.fold();
  store = await openReadStore(scratch.service);
});
afterAll(async () => {
  await store.close();
  await scratch.close();
});

const history = () => {
  const { log, sealing } = scratch.service;
  const counted = (...asked: Parameters<typeof log.read>) => {
    reads++;
    return log.read(...asked);
  };
  return historyOf({ log: { read: counted }, store, sealing }, userId);
};

it("has every event of many streams once, in the order of the log, and none of another user", async () => {
  const told = (await Array.fromAsync(history())).map(({ id }) => id);
  const all = await scratch.service.log.readAll(0n, 10_000);
  expect(told).toEqual(all.filter(({ person }) => person === userId).map(({ id }) => id));
  expect(told).toHaveLength(2 + 30 * 121 + 3);
});

it("reads no further than it was asked for, so that its memory is bounded", async () => {
  const entries = history();
  reads = 0;
  for (let count = 0; count < 100; count++) await entries.next();
  // The eight streams that are named after the user, and of each of the first sessions what waited for an answer in it.
  expect(reads).toBeLessThan(20);
  for (let count = 0; count < 1000; count++) await entries.next();
  expect(reads).toBeLessThan(80);
});
