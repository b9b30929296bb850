import { expect, it } from "vitest";
import { dayOf, daysBetween, mondayOf, monthOf, weekOf } from "./periods.ts";

const weekOfDay = (day: string) => weekOf(new Date(day));

it("names the day and the month in UTC", () => {
  const at = new Date("2026-11-30T23:59:59.999Z");
  expect([dayOf(at), monthOf(at)]).toEqual(["2026-11-30", "2026-11"]);
  const next = new Date("2026-12-01T00:00:00.000Z");
  expect([dayOf(next), monthOf(next)]).toEqual(["2026-12-01", "2026-12"]);
});

it.each([
  ["2026-11-22", "2026-W47"],
  ["2026-11-23", "2026-W48"],
  ["2026-12-27", "2026-W52"],
  ["2026-12-28", "2026-W53"],
  ["2026-12-31", "2026-W53"],
  ["2027-01-01", "2026-W53"],
  ["2027-01-03", "2026-W53"],
  ["2027-01-04", "2027-W01"],
  ["2024-12-29", "2024-W52"],
  ["2024-12-30", "2025-W01"],
  ["2025-01-01", "2025-W01"],
  ["2023-01-01", "2022-W52"],
  ["2020-12-31", "2020-W53"],
])("counts %s to the ISO week %s", (day, week) => {
  expect(weekOfDay(day)).toBe(week);
});

it("begins a week on Monday, also across New Year", () => {
  expect(dayOf(mondayOf(new Date("2027-01-03T23:00:00Z")))).toBe("2026-12-28");
  expect(dayOf(mondayOf(new Date("2027-01-04T00:00:00Z")))).toBe("2027-01-04");
});

it("lists the days of a range, also over the end of February", () => {
  expect(daysBetween("2028-02-28", "2028-03-01")).toEqual(["2028-02-28", "2028-02-29", "2028-03-01"]);
  expect(daysBetween("2026-03-02", "2026-03-01")).toEqual([]);
});
