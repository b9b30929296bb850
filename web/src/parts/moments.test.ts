import { afterEach, expect, it, vi } from "vitest";
import { daysBetween, exactTime, relativeTime } from "./moments.ts";

/** Noon in the local time zone, because dates are shown in local time. */
const now = new Date(2026, 10, 21, 12);
const ago = (seconds: number) => new Date(now.getTime() - seconds * 1000);

it.each([
  [0, "now"],
  [59, "now"],
  [-3, "now"],
  [60, "1 minute ago"],
  [3_599, "59 minutes ago"],
  [7_200, "2 hours ago"],
  [86_400, "yesterday"],
  [6 * 86_400, "6 days ago"],
])("shows a time %i seconds ago as %s", (seconds, expected) => {
  expect(relativeTime(ago(seconds), now)).toBe(expected);
});

it("shows the date after a month", () => {
  expect(relativeTime(ago(40 * 86_400), now)).toBe("12 Oct 2026");
});

it("shows the exact time in 24-hour format", () => {
  expect(exactTime(new Date(2026, 10, 9, 14, 2, 31))).toBe("9 Nov 2026, 14:02:31");
});

const zoned = (zone: string) => vi.stubEnv("TZ", zone);
afterEach(() => void vi.unstubAllEnvs());

it("counts days by the calendar of the reader", () => {
  zoned("America/New_York");
  const morning = new Date("2026-11-21T11:00:00Z");
  // 6:00 there: 30 hours before it was still yesterday, 31 hours before the day before.
  expect(relativeTime(new Date(morning.getTime() - 30 * 3_600_000), morning)).toBe("yesterday");
  expect(relativeTime(new Date(morning.getTime() - 31 * 3_600_000), morning)).toBe("2 days ago");
  expect(relativeTime(new Date(morning.getTime() + 42 * 3_600_000 - 1000), morning)).toBe("tomorrow");
  expect(relativeTime(new Date(morning.getTime() + 42 * 3_600_000), morning)).toBe("in 2 days");
});

it("counts a day of 23 hours, and one of 25", () => {
  zoned("America/New_York");
  // Sunday 8 March has 23 hours, and Sunday 1 November 25.
  expect(daysBetween(new Date("2026-03-08T04:30:00Z"), new Date("2026-03-09T04:30:00Z"))).toBe(2);
  expect(daysBetween(new Date("2026-03-08T05:30:00Z"), new Date("2026-03-09T04:30:00Z"))).toBe(1);
  expect(daysBetween(new Date("2026-11-01T04:30:00Z"), new Date("2026-11-02T04:30:00Z"))).toBe(0);
  expect(daysBetween(new Date("2026-11-01T04:30:00Z"), new Date("2026-11-02T05:30:00Z"))).toBe(1);
});
