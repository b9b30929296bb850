import { expect, it } from "vitest";
import { durationOf, type ProgressFigures, percentOf, progressBar, progressLine } from "./progress-text.ts";

const figures: ProgressFigures = {
  what: "Building 3 read models",
  unit: "events",
  done: 450_000,
  total: 1_000_000,
  perSecond: 60_000,
  secondsLeft: 9.2,
};

it.each([
  [
    120,
    "Building 3 read models [#############.................] 45 %, 450,000 of 1,000,000 events, 60,000/s, 10 s left",
  ],
  [100, "Building 3 read models [#####.......] 45 %, 450,000 of 1,000,000 events, 60,000/s, 10 s left"],
  [77, "Building [#####.......] 45 %, 450,000 events, 60,000/s, 10 s left"],
  [50, "Building 3 read models: 45 %, 10 s left"],
  [20, "45 %, 10 s left"],
  [5, "45 %"],
])("takes the fullest form of a bar that has room in %i characters", (columns, text) => {
  expect(progressBar(figures, columns)).toBe(text);
});

it("leaves out what is not known", () => {
  const unknown = { ...figures, perSecond: 0, secondsLeft: Number.POSITIVE_INFINITY };
  expect(progressLine(unknown)).toBe("Building 3 read models: 45 %, 450,000 of 1,000,000 events");
  expect(progressLine({ ...unknown, total: null })).toBe("Building 3 read models: 450,000 events");
  expect(progressBar({ ...unknown, total: null }, 20)).toBe("450,000 events");
  expect(progressBar({ ...unknown, done: 0, total: 0 }, 120)).toContain("[..............................] 0 %");
});

it("never says 100 %", () => {
  expect([percentOf(0, 0), percentOf(999, 1000), percentOf(7, 7), percentOf(8, 7)]).toEqual([0, 99, 99, 99]);
});

it.each([
  [0.2, "1 s"],
  [59, "59 s"],
  [200, "3 min 20 s"],
  [7500, "2 h 5 min"],
])("shows %d seconds as %s", (seconds, text) => {
  expect(durationOf(seconds)).toBe(text);
});
