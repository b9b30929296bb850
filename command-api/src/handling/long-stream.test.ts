import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { logWith } from "@attestory/event-store/testing/log-with.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { user } from "../accounts/user.ts";
import { type LongStreamService, openLongStream } from "../testing/long-user-stream.ts";
import { createCommandHandler } from "./command-handler.ts";

// All tests share one stream, and each continues where the last one ended.
const many = process.env.FULL_RUN === "1" ? 100_000 : 5000;
let long: LongStreamService;
beforeAll(async () => {
  long = await openLongStream(many);
});
afterAll(() => long.close());

/** Loads the stream with a new command handler; counts the events read in each event loop turn and collects the reported errors. */
async function loadedAfresh() {
  let [turn, done] = [0, false];
  const readInTurn = new Map<number, number>();
  const log = logWith(long.scratch.log, {
    async read(...asked) {
      const page = await long.scratch.log.read(...asked);
      readInTurn.set(turn, (readInTurn.get(turn) ?? 0) + page.events.length);
      return page;
    },
  });
  const count = () => {
    turn++;
    if (!done) setImmediate(count);
  };
  count();
  const reportedErrors: string[] = [];
  const commandHandler = createCommandHandler(log, long.scratch.sealing, {
    reportError: (message) => reportedErrors.push(message),
  });
  const loaded = await commandHandler.load(user, long.stream);
  await commandHandler.settled();
  done = true;
  const reads = [...readInTurn.values()];
  return {
    loaded,
    reportedErrors,
    read: reads.reduce((sum, events) => sum + events, 0),
    mostInTurn: Math.max(...reads),
  };
}

it("RE-23 yields to the event loop every few hundred events of a long stream, and takes a snapshot", async () => {
  const { loaded, read, mostInTurn, reportedErrors } = await loadedAfresh();
  expect(loaded).toMatchObject(long.newest);
  expect(read).toBeGreaterThanOrEqual(many);
  expect(mostInTurn).toBeLessThanOrEqual(600);
  expect(reportedErrors).toEqual([]);
  expect(await long.countSnapshots()).toBe(1);
});

it("RE-23 reads a long stream from its snapshot, and takes no second snapshot", async () => {
  const { loaded, read } = await loadedAfresh();
  expect(loaded).toMatchObject(long.newest);
  expect(read).toBeLessThanOrEqual(110);
  expect(await long.countSnapshots()).toBe(1);
});

it("RE-23 RE-04 ignores a damaged snapshot, reports it, and takes a new one", async () => {
  const file = new DatabaseSync(join(long.scratch.dataDir, "events-1.sqlite"), { timeout: 5000 });
  file.prepare("UPDATE events SET sealed = zeroblob(length(sealed)) WHERE stream = ?").run(long.snapshots);
  file.close();
  const damaged = await loadedAfresh();
  expect(damaged.loaded).toMatchObject(long.newest);
  expect(damaged.mostInTurn).toBeLessThanOrEqual(600);
  expect(new Set(damaged.reportedErrors)).toEqual(new Set(["snapshot unusable, reading the whole stream"]));
  const again = await loadedAfresh();
  expect(again.loaded).toMatchObject(long.newest);
  expect(again.read).toBeLessThanOrEqual(110);
  expect(again.reportedErrors).toEqual([]);
});
