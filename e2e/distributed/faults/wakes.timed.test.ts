import { randomInt } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { describe, expect, it } from "vitest";
import { whyNoRedis } from "../../stand-ins/redis-server.ts";
import { useNotifications, WaitingReader } from "../notified-readers.ts";

/** The longest interval between two polls without a notification, in milliseconds. */
const pollMs = 250;

describe.skipIf(whyNoRedis())("a progress notification to a waiting reader", () => {
  const given = useNotifications();
  /** Projects and notifies during a wait; returns how long the wait went on from then, in milliseconds. */
  const measureWait = async (reader: WaitingReader) => {
    const position = await reader.write();
    const waiting = reader.waitForPosition(position).then((is) => ({ is, at: performance.now() }));
    // At any moment between two polls.
    await wait(randomInt(300));
    await reader.project(position);
    const projected = performance.now();
    given.publisher.publishProgress();
    const { is, at } = await waiting;
    expect(is).toBe(true);
    return at - projected;
  };
  const measure = async (count: number, once: () => Promise<number>) => {
    const all: number[] = [];
    for (let n = 0; n < count; n++) all.push(await once());
    return all.toSorted((a, b) => a - b);
  };
  const median = (sorted: number[]) => sorted[Math.floor(sorted.length / 2)] ?? 0;

  it("RW-6 ends the wait at once", async () => {
    const reader = await WaitingReader.open(given);
    expect(median(await measure(20, () => measureWait(reader)))).toBeLessThan(50);
  });

  it("RE-32 is replaced by polling while Redis is unavailable, four times a second", async () => {
    const reader = await WaitingReader.open(given);
    await given.proxy.refuse();
    const all = await measure(10, () => measureWait(reader));
    expect(all.at(-1)).toBeLessThan(pollMs + 500);
  });

  it("RW-3 is not needed for a position reached before the request", async () => {
    const reader = await WaitingReader.open(given);
    await given.proxy.refuse();
    const all = await measure(10, async () => {
      const position = await reader.write();
      await reader.project(position);
      const since = performance.now();
      expect(await reader.waitForPosition(position)).toBe(true);
      return performance.now() - since;
    });
    expect(median(all)).toBeLessThan(50);
  });
});
