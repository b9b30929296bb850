import { randomUUID } from "node:crypto";
import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { scratchServiceOfTest } from "@attestory/event-store/testing/scratch-scenes.ts";
import { type Position, userStream } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach, expect, it } from "vitest";
import { users } from "../read-models/users.ts";
import { openReadStoreWriter } from "../store/open-read-store.ts";
import { ReadStoreUnavailable, type ReadStoreWriter } from "../store/read-store.ts";
import { checkpointAt } from "../testing/checkpoint-at.ts";
import { type WatchedProgress, watchProgress } from "./watch-progress.ts";

const service = scratchServiceOfTest();
let store: ReadStoreWriter;
let watched: WatchedProgress;
/** Simulates a lost connection to the log or the store. */
let cut: { log: boolean; store: boolean };
/** Milliseconds; the test moves it. */
let now: number;
/** How many reads of the store have completed or failed. */
let looks: number;
const names = [users.name];
const never = 2 ** 31 - 1;

const watch = (staleSeconds: number, readEveryMs = 1) => {
  watched = watchProgress({
    log: { head: async () => (cut.log ? Promise.reject(new LogUnavailable("cut")) : service.log.head()) },
    store: {
      async checkpoints() {
        try {
          if (cut.store) throw new ReadStoreUnavailable("cut");
          return await store.checkpoints();
        } finally {
          looks++;
        }
      },
    },
    names,
    staleSeconds,
    readEveryMs,
    clock: () => now,
    reportError: () => {},
  });
  return watched;
};
/** Resolves after a look that began after this call. */
const looked = async () => {
  const before = looks;
  // The first may have begun earlier, and the third may not have ended.
  await expect.poll(() => looks, { interval: 1 }).toBeGreaterThanOrEqual(before + 3);
};
const lag = () => watched.lagSeconds(names);

beforeEach(async () => {
  store = await openReadStoreWriter(service);
  cut = { log: false, store: false };
  now = 100_000;
  looks = 0;
});
afterEach(async () => {
  await watched.close();
  await store.close();
});

const happen = async (): Promise<Position> => {
  const userId = randomUUID();
  return service.happened(userStream(userId), { type: "EmailVerified", data: { userId, sameBrowser: true } });
};
/** Writes what a follower in another process would write. */
const folded = (checkpoint: Position) =>
  store.write([{ collection: users, documents: new Map(), checkpoint: checkpointAt(checkpoint) }]);

it("detects the progress of another process", async () => {
  const progress = watch(60);
  await looked();
  expect(lag()).toBe(0);
  const position = await happen();
  expect(progress.position(names)).toBeLessThan(position);
  await folded(position);
  expect(await progress.waitForPosition(names, position, 30_000)).toBe(true);
});

it("reads the progress of another process at once when notified of it", async () => {
  // Without notifications it looks only once.
  const progress = watch(60, never);
  const position = await happen();
  const waiting = progress.waitForPosition(names, position, 30_000);
  // `waitForPosition` causes the second look, which comes too early.
  await expect.poll(() => looks).toBe(2);
  await folded(position);
  progress.onNotification();
  expect(await waiting).toBe(true);
});

it("RE-30 uses its last reading while the log is unavailable, for the allowed time and no longer", async () => {
  watch(4);
  await looked();
  expect(lag()).toBe(0);
  cut.log = true;
  await looked();
  now += 4000;
  await looked();
  expect(lag()).toBe(0);
  now += 1;
  expect(lag()).toBeGreaterThan(4);
  await looked();
  expect(lag()).toBeGreaterThan(4);
  cut.log = false;
  await looked();
  expect(lag()).toBe(0);
  now += 500;
  expect(lag()).toBe(0.5);
});

it("reports the lag of a log that returns with events not yet applied", async () => {
  watch(60);
  await looked();
  cut.log = true;
  await happen();
  await looked();
  now += 600;
  expect(lag()).toBe(0);
  cut.log = false;
  await looked();
  expect(lag()).toBe(0.6);
  now += 600;
  await looked();
  expect(lag()).toBe(1.2);
});

it("RE-31 reports a growing lag while the store cannot be read", async () => {
  watch(60);
  await looked();
  cut.store = true;
  await looked();
  now += 1500;
  await looked();
  expect(lag()).toBe(1.5);
});
