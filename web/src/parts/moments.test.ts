import { expect, it } from "vitest";
import { exactTime, relativeTime } from "./moments.ts";

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
