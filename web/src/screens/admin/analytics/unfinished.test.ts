import { expect, it } from "vitest";
import { barsOf, linesOf } from "./unfinished.ts";

const points = ["2026-11-21", "2026-11-22", "2026-11-23"].map((day, at) => ({ day, Day: at + 1 }));
const series = { name: "Day", colour: "green" };
const drawn = (halves: ReturnType<typeof barsOf>) => halves.map((half) => half && points.map(half));

it("U9 draws the day that is not over apart, and its line from the last day that is", () => {
  const today = { ...series, unfinishedFrom: "2026-11-23" };
  expect(drawn(barsOf(points, today))).toEqual([
    [1, 2, null],
    [null, null, 3],
  ]);
  expect(drawn(linesOf(points, today))).toEqual([
    [1, 2, null],
    [null, 2, 3],
  ]);
});

it("U9 draws all in one where every day is over, and where none is", () => {
  const all = [1, 2, 3];
  expect(drawn(linesOf(points, series))).toEqual([all, null]);
  expect(drawn(linesOf(points, { ...series, unfinishedFrom: "2026-11-24" }))).toEqual([all, null]);
  expect(drawn(linesOf(points, { ...series, unfinishedFrom: "2026-11-01" }))).toEqual([[null, null, null], all]);
});
