import { expect, it } from "vitest";
import { axisTo, axisWords } from "./axis.ts";

it.each([
  [0, [0, 1]],
  [1, [0, 1]],
  [3, [0, 1, 2, 3]],
  [6, [0, 2, 4, 6]],
  [53, [0, 20, 40, 60]],
  [100, [0, 20, 40, 60, 80, 100]],
  [2977, [0, 1000, 2000, 3000]],
  [1_300_000, [0, 500_000, 1_000_000, 1_500_000]],
])("U9 counts in whole numbers up to %i", (highest, axis) => {
  expect(axisTo(highest)).toEqual(axis);
});

it("U9 writes every figure of an axis as it is, or shortened without becoming another one", () => {
  const written = (highest: number) => axisTo(highest).map(axisWords(axisTo(highest)));
  expect(written(2977)).toEqual(["0", "1,000", "2,000", "3,000"]);
  expect(written(13_000)).toEqual(["0", "5K", "10K", "15K"]);
  expect(written(123_456)).toEqual(["0", "50K", "100K", "150K"]);
});
