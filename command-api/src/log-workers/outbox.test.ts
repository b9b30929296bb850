import { afterEach, beforeEach, expect, it, vi } from "vitest";
import type { LogJob } from "./log-jobs.ts";
import { createOutbox, type Outbox } from "./outbox.ts";

/** A queue that can become unavailable and can lose all its jobs. */
let queue: { unavailable: boolean; jobs: Set<string>; offered: number };
let outages: number;
let emails: Outbox;
const job = (id: number): LogJob => ({ id: String(id), stream: "user-1", version: id });

beforeEach(() => {
  vi.useFakeTimers();
  queue = { unavailable: false, jobs: new Set(), offered: 0 };
  outages = 0;
  const add = async (jobs: readonly LogJob[]) => {
    queue.offered++;
    if (queue.unavailable) throw new Error("unavailable");
    for (const { id } of jobs) queue.jobs.add(id);
  };
  emails = createOutbox({ add }, () => outages++);
});
afterEach(() => {
  emails.close();
  vi.useRealTimers();
});
const note = async (from: number, count: number) => {
  for (let id = from; id < from + count; id++) await emails.add(job(id), BigInt(id));
};

it("RE-32 adds waiting jobs once the unavailable queue recovers, and reports each outage once", async () => {
  queue.unavailable = true;
  await note(1, 3);
  await vi.advanceTimersByTimeAsync(60_000);
  expect([outages, queue.jobs.size]).toEqual([1, 0]);
  queue.unavailable = false;
  await vi.advanceTimersByTimeAsync(1000);
  expect([...queue.jobs]).toEqual(["1", "2", "3"]);
  queue.unavailable = true;
  await note(4, 1);
  expect(outages).toBe(2);
});

it("RE-32 retries an unavailable queue once a second, however many emails wait", async () => {
  queue.unavailable = true;
  await note(1, 500);
  expect(queue.offered).toBe(1);
  await vi.advanceTimersByTimeAsync(10_000);
  expect(queue.offered).toBeLessThanOrEqual(11);
});

it("RE-36 adds every unfinished job again to a queue that lost its data, in any number", async () => {
  await note(1, 2500);
  emails.remove("7");
  queue.jobs.clear();
  await vi.advanceTimersByTimeAsync(13_000);
  expect(queue.jobs.size).toBe(2499);
  expect(queue.jobs.has("7")).toBe(false);
});

it("lists the log positions of emails that are not finished", async () => {
  await note(1, 3);
  emails.remove("2");
  expect([...emails.unfinished()]).toEqual([1n, 3n]);
  await vi.advanceTimersByTimeAsync(20_000);
  expect([...emails.unfinished()].toSorted()).toEqual([1n, 3n]);
});
