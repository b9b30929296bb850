import { expect, it } from "vitest";
import { sampleDay } from "../../testing/sample-day.ts";
import { pointsOf, tileDetails } from "./tile-figures.ts";

const dayWith = (number: number) =>
  sampleDay(`2026-11-${String(number).padStart(2, "0")}`, {
    signUps: number,
    signIns: number * 1000,
    twoFactor: { users: number + 50, accounts: 200 },
  });
const stats = { totalUsers: 12_480, twoFactorUsers: 7364, applications: 38, dailyLogins: 12 };
const days = Array.from({ length: 10 }, (_, day) => dayWith(day + 1));
const aboutOf = (asked: Parameters<typeof tileDetails>[0]) =>
  Object.values(tileDetails(asked)).map(({ about }) => about);

it("compares each figure with what is known of the days", () => {
  expect(aboutOf({ stats, days })).toEqual([
    "55 signed up in 10 days",
    "59 % of all users",
    "3,000 on the same day last week",
  ]);
  const { totalUsers, twoFactorUsers, dailyLogins } = tileDetails({ stats, days: days.slice(0, 5) });
  expect([totalUsers.line, twoFactorUsers.line, dailyLogins.line]).toEqual([
    [1, 3, 6, 10],
    [51, 52, 53, 54],
    [1000, 2000, 3000, 4000],
  ]);
});

it("says what is counted, without lines, while the days are not known", () => {
  const about = ["with the ones not verified yet", "59 % of all users", "since 00:00 UTC"];
  expect(aboutOf({ stats, days: undefined })).toEqual(about);
  expect(Object.values(tileDetails({ stats, days: undefined })).map(({ line }) => line)).toEqual([null, null, null]);
});

it("compares with nothing that is not there", () => {
  expect(aboutOf({ stats: { ...stats, totalUsers: 0 }, days: days.slice(0, 7) })).toEqual([
    "28 signed up in 7 days",
    "of all users",
    "since 00:00 UTC",
  ]);
  const quiet = days.map((day) => ({ ...day, signUps: 0 }));
  expect(aboutOf({ stats, days: quiet })[0]).toBe("nobody signed up in 10 days");
});

it("draws a line from the lowest figure to the highest", () => {
  const size = { width: 90, height: 20 };
  expect(pointsOf([4, 2, 6, 4], size)).toBe("0,10 30,20 60,0 90,10");
  expect(pointsOf([3, 3], size)).toBe("0,20 90,20");
  expect(pointsOf([3], size)).toBe("0,20");
});
