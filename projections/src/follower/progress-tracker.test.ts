import { expect, it } from "vitest";
import { ProgressTracker } from "./progress-tracker.ts";

const both = () =>
  new ProgressTracker([
    ["a@1", 10n],
    ["b@1", 4n],
  ]);

it("has no time before the head of the log was first read", () => {
  const tracker = both();
  tracker.advance("a@1", 11n);
  expect(tracker.asOf).toEqual(new Map());
});

it("gives projections at the head of the log the time when the head was read", () => {
  const tracker = both();
  tracker.observeHead(100, 10n);
  expect(tracker.asOf).toEqual(new Map([["a@1", 100]]));
});

it("gives the time when the head was read, not when the projection reached it", () => {
  const tracker = both();
  tracker.observeHead(100, 10n);
  tracker.observeHead(200, 12n);
  tracker.advance("b@1", 9n);
  expect(tracker.asOf.has("b@1")).toBe(false);
  tracker.advance("b@1", 10n);
  expect(tracker.asOf.get("b@1")).toBe(100);
});

it("advances even while the log keeps growing", () => {
  const tracker = both();
  for (let step = 1; step <= 5; step++) {
    tracker.observeHead(step * 100, BigInt(10 + step));
    tracker.advance("a@1", BigInt(10 + step));
  }
  tracker.advance("b@1", 11n);
  expect(tracker.asOf).toEqual(
    new Map([
      ["a@1", 500],
      ["b@1", 100],
    ]),
  );
});
