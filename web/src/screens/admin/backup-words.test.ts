import { expect, it } from "vitest";
import { countsOf, intervalOf, isOverdue, secondsOf, sizeOf } from "./backup-words.ts";

const at = "2026-03-02T02:00:00.000Z";
const proven = { at, file: "x", position: "9", events: 47_000, accounts: 1, applications: 0, consents: 911, ms: 9310 };

it("says how often, how much and how long", () => {
  expect([86_400, 7 * 86_400, 3600, 21_600, 5400, 60].map(intervalOf)).toEqual([
    "day",
    "7 days",
    "hour",
    "6 hours",
    "90 minutes",
    "minute",
  ]);
  expect([sizeOf(31_457_280), secondsOf(9310)]).toEqual(["31.5 MB", "9.3 s"]);
  expect(countsOf(proven)).toBe("47,000 events, 1 account, 0 applications and 911 consents");
});

it("RE-46 calls a proof overdue once it is older than three intervals, as readiness does", () => {
  const after = (seconds: number) => new Date(Date.parse(at) + seconds * 1000);
  const overdueAfter = (seconds: number) => isOverdue({ everySeconds: 60, proven }, after(seconds));
  expect([180, 181].map(overdueAfter)).toEqual([false, true]);
  expect(isOverdue({ everySeconds: null, proven }, after(999))).toBe(false);
});
