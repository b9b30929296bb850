import { expect, it } from "vitest";
import { Freshness } from "./freshness.ts";

const both = () =>
  new Freshness([
    ["a@1", 10n],
    ["b@1", 4n],
  ]);

it("has no time before the head of the log was first read", () => {
  const freshness = both();
  freshness.advance("a@1", 11n);
  expect(freshness.asOf).toEqual(new Map());
});

it("gives projections at the head of the log the time when the head was read", () => {
  const freshness = both();
  freshness.observeHead(100, 10n);
  expect(freshness.asOf).toEqual(new Map([["a@1", 100]]));
});

it("gives the time when the head was read, not when the projection reached it", () => {
  const freshness = both();
  freshness.observeHead(100, 10n);
  freshness.observeHead(200, 12n);
  freshness.advance("b@1", 9n);
  expect(freshness.asOf.has("b@1")).toBe(false);
  freshness.advance("b@1", 10n);
  expect(freshness.asOf.get("b@1")).toBe(100);
});

it("advances even while the log keeps growing", () => {
  const freshness = both();
  for (let step = 1; step <= 5; step++) {
    freshness.observeHead(step * 100, BigInt(10 + step));
    freshness.advance("a@1", BigInt(10 + step));
  }
  freshness.advance("b@1", 11n);
  expect(freshness.asOf).toEqual(
    new Map([
      ["a@1", 500],
      ["b@1", 100],
    ]),
  );
});
