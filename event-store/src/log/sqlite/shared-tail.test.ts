import type { StoredEvent } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { SharedTail } from "./shared-tail.ts";

const eventAt = (position: number) => ({ position: BigInt(position) }) as StoredEvent;

/** A log of so many events, which counts its reads. */
function logOf(length: number) {
  const log = { length, reads: 0 };
  const wake = { count: 0 };
  const tail = new SharedTail(async (after, limit) => {
    log.reads++;
    const positions = Array.from(
      { length: Math.max(0, log.length - Number(after)) },
      (_, at) => Number(after) + at + 1,
    );
    return positions.slice(0, limit).map(eventAt);
  }, wake);
  const append = (count: number) => {
    log.length += count;
    wake.count++;
  };
  const positions = async (after: number, limit = 1000) =>
    (await tail.readOn(BigInt(after), limit)).map(({ position }) => Number(position));
  return { log, tail, append, positions };
}

it("reads what is new once for all followers, also for one that is a little behind", async () => {
  const { log, append, positions } = logOf(10);
  expect(await positions(8)).toEqual([9, 10]);
  append(2);
  expect(await positions(10)).toEqual([11, 12]);
  expect([await positions(10), await positions(9), await positions(8, 2)]).toEqual([
    [11, 12],
    [10, 11, 12],
    [9, 10],
  ]);
  expect([await positions(12), await positions(12)]).toEqual([[], []]);
  expect(log.reads).toBe(3);
});

it("finds at the end what was announced since", async () => {
  const { append, positions } = logOf(3);
  expect(await positions(3)).toEqual([]);
  append(1);
  expect(await positions(3)).toEqual([4]);
});

it("reads older events, and begins anew, from the file", async () => {
  const { log, tail, positions } = logOf(1000);
  expect((await positions(0, 600)).length).toBe(600);
  expect((await positions(600, 600)).length).toBe(400);
  expect((await positions(100, 2)).length).toBe(2);
  expect(log.reads).toBe(3);
  await tail.readAnew(999n, 10);
  expect(log.reads).toBe(4);
});
