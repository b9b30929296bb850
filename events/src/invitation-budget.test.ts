import { describe, expect, it } from "vitest";
import { invitationBudget } from "./invitation-budget.ts";

const now = new Date("2026-03-09T10:00:00.000Z");
const hoursAgo = (...hours: number[]) => hours.map((each) => now.getTime() - each * 3_600_000);
const budget = (counted: number[], lapsed: number[] = [], perDay = 3) =>
  invitationBudget({ counted, lapsed }, perDay, now);

describe("D12 the invitations of a user's API keys", () => {
  it("are limited in 24 hours, and go on when the oldest one is a day old", () => {
    expect(budget([])).toEqual({ limit: 3, used: 0, lapsed: 0, resumesAt: null });
    expect(budget(hoursAgo(25, 24, 20, 1))).toEqual({ limit: 3, used: 2, lapsed: 0, resumesAt: null });
    expect(budget(hoursAgo(20, 1, 0))).toMatchObject({ used: 3, resumesAt: new Date("2026-03-09T14:00:00.000Z") });
  });

  it("become fewer by each that lapsed in 30 days", () => {
    expect(budget([], hoursAgo(30 * 24, 30 * 24 - 1, 0))).toMatchObject({ limit: 1, lapsed: 2 });
    // Two of the three are in the way: the second of them is 2 hours old.
    expect(budget(hoursAgo(20, 2, 1), hoursAgo(5, 5), 4)).toMatchObject({
      limit: 2,
      used: 3,
      resumesAt: new Date("2026-03-10T08:00:00.000Z"),
    });
  });

  it("are never fewer than a tenth, and at least one", () => {
    const many = Array<number>(100).fill(now.getTime());
    expect(budget([], many, 50).limit).toBe(5);
    expect(budget([], many, 41).limit).toBe(5);
    expect(budget([], many, 1).limit).toBe(1);
  });
});
