import { expect, it } from "vitest";
import { daysIn, lastDays, longDay, rangeBefore, rangeFault, rangeIn, shortDay } from "./day-range.ts";

const now = new Date("2026-11-23T23:30:00Z");

it("ends the last days today, in UTC", () => {
  expect(lastDays(7, now)).toEqual({ from: "2026-11-17", to: "2026-11-23" });
  expect(daysIn(lastDays(365, now))).toBe(365);
});

it("takes the range from the address, else the last thirty days", () => {
  expect(rangeIn("from=2026-01-01&to=2026-02-01", now)).toEqual({ from: "2026-01-01", to: "2026-02-01" });
  for (const search of ["", "from=2026-01-01", "from=x&to=y"]) expect(rangeIn(search, now)).toEqual(lastDays(30, now));
});

it("has a range before it, with as many days, that ends the day before", () => {
  expect(rangeBefore({ from: "2026-03-01", to: "2026-03-07" })).toEqual({ from: "2026-02-22", to: "2026-02-28" });
  expect(rangeBefore({ from: "2026-01-01", to: "2026-01-01" })).toEqual({ from: "2025-12-31", to: "2025-12-31" });
});

it("says what is wrong with a range", () => {
  expect(rangeFault({ from: "2026-01-02", to: "2026-01-01" })).toContain("after");
  expect(rangeFault({ from: "", to: "2026-01-01" })).toBe("Give both days");
  expect(rangeFault({ from: "2025-01-01", to: "2026-02-05" })).toContain("400");
  expect(rangeFault({ from: "2025-01-01", to: "2026-02-04" })).toBeNull();
});

it("writes days in words", () => {
  expect([shortDay("2026-09-01"), longDay("2026-09-01")]).toEqual(["1 Sept", "1 Sept 2026"]);
});
