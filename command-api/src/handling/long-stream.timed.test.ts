import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { setImmediate as setImmediatePromise } from "node:timers/promises";
import { afterAll, beforeAll, expect, it } from "vitest";
import { user } from "../accounts/user.ts";
import { type LongStreamService, openLongStream } from "../testing/long-user-stream.ts";
import { createCommandHandler } from "./command-handler.ts";

// All tests share one stream, and each continues where the last one ended: writing the stream takes seconds.
const many = 100_000;
let long: LongStreamService;
beforeAll(async () => {
  long = await openLongStream(many);
});
afterAll(() => long.close());

/** The most CPU time of this thread between two turns of its event loop. Other threads and processes are not counted. */
async function longestTurnMs(work: () => Promise<void>): Promise<number> {
  const used = () => {
    const { user: own, system } = process.threadCpuUsage();
    return (own + system) / 1000;
  };
  let [last, longest, done] = [used(), 0, false];
  const turn = () => {
    const now = used();
    [last, longest] = [now, Math.max(longest, now - last)];
    if (!done) setImmediate(turn);
  };
  turn();
  await work();
  await setImmediatePromise();
  done = true;
  return longest;
}

/** Loads the stream with a new command handler, and collects the errors that it reports. */
async function loadedAfresh() {
  const reportedErrors: string[] = [];
  const commandHandler = createCommandHandler(long.scratch.log, long.scratch.sealing, {
    reportError: (message) => reportedErrors.push(message),
  });
  let [loaded, tookMs]: [unknown, number] = [null, 0];
  const blockedMs = await longestTurnMs(async () => {
    const startedAt = performance.now();
    loaded = await commandHandler.load(user, long.stream);
    tookMs = performance.now() - startedAt;
    await commandHandler.settled();
  });
  return { loaded, tookMs, blockedMs, reportedErrors };
}

it("RE-23 never blocks the thread for 200 ms while it loads 100,000 events", async () => {
  const { loaded, blockedMs, reportedErrors } = await loadedAfresh();
  expect(loaded).toMatchObject(long.newest);
  expect(blockedMs).toBeLessThan(200);
  expect(reportedErrors).toEqual([]);
  expect(await long.countSnapshots()).toBe(1);
});

it("RE-23 loads a stream of 100,000 events from its snapshot within 200 ms, and takes no second snapshot", async () => {
  const { loaded, tookMs } = await loadedAfresh();
  expect(loaded).toMatchObject(long.newest);
  expect(tookMs).toBeLessThan(200);
  expect(await long.countSnapshots()).toBe(1);
});

it("RE-23 RE-04 never blocks the thread for 200 ms when a snapshot is ignored, nor on the next load", async () => {
  const file = new DatabaseSync(join(long.scratch.dataDir, "events-1.sqlite"), { timeout: 5000 });
  file.prepare("UPDATE events SET sealed = zeroblob(length(sealed)) WHERE stream = ?").run(long.snapshots);
  file.close();
  const damaged = await loadedAfresh();
  expect(damaged.loaded).toMatchObject(long.newest);
  expect(damaged.blockedMs).toBeLessThan(200);
  expect(new Set(damaged.reportedErrors)).toEqual(new Set(["snapshot unusable, reading the whole stream"]));
  const again = await loadedAfresh();
  expect(again.loaded).toMatchObject(long.newest);
  expect(again.blockedMs).toBeLessThan(100);
  expect(again.reportedErrors).toEqual([]);
});
