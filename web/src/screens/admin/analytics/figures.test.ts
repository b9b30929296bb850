import type { Analytics } from "@attestory/query-api/analytics/schema.ts";
import { expect, it } from "vitest";
import { noFailures, sampleDay } from "../../../testing/sample-day.ts";
import {
  activePoints,
  activeTable,
  adoptionTable,
  applicationTable,
  areByWeek,
  daysBefore,
  failurePoints,
  failureTable,
  signInComparison,
  signInPoints,
  signInTable,
  totalOf,
} from "./figures.ts";

const [one, two] = ["1f0c7e1e-52a5-4f4e-8a8e-0d4c0c4f6a01", "2f0c7e1e-52a5-4f4e-8a8e-0d4c0c4f6a02"] as const;
const figures: Analytics = {
  from: "2027-01-03",
  to: "2027-01-04",
  days: [
    sampleDay("2027-01-03", {
      signIns: 5,
      signUps: 1,
      activeUsers: 3,
      failures: { ...noFailures, "wrong-password": 2, "wrong-password-change": 1, "codes-locked": 1 },
      twoFactor: { users: 1, accounts: 3 },
      applications: [{ id: one, tokens: 2, consents: 1 }],
    }),
    sampleDay("2027-01-04", {
      signIns: 2,
      activeUsers: 2,
      failures: { ...noFailures, "wrong-code": 4 },
      twoFactor: { users: 2, accounts: 4 },
      applications: [
        { id: one, tokens: 1, consents: 0 },
        { id: two, tokens: 9, consents: 3 },
      ],
    }),
  ],
  weeks: [
    { week: "2026-W53", starts: "2026-12-28", activeUsers: 8 },
    { week: "2027-W01", starts: "2027-01-04", activeUsers: 2 },
  ],
  months: [{ month: "2027-01", starts: "2027-01-01", activeUsers: 4 }],
  applications: [
    { id: one, name: "Ledgerline" },
    { id: two, name: null },
  ],
};

it("shows sign-ins and sign-ups by day, and how many there were", () => {
  expect(signInTable(figures, null).rows).toEqual([
    ["2027-01-03", 5, 1],
    ["2027-01-04", 2, 0],
  ]);
  expect(totalOf(figures.days, "signIns")).toBe(7);
});

it("puts the days before beside the days with their number", () => {
  const before = [sampleDay("2027-01-01", { signIns: 4 }), sampleDay("2027-01-02", { signIns: 3 })];
  expect(signInPoints(figures, before)).toEqual([
    { day: "2027-01-03", "Sign-ins": 5, "Sign-ins before": 4, "Sign-ups": 1 },
    { day: "2027-01-04", "Sign-ins": 2, "Sign-ins before": 3, "Sign-ups": 0 },
  ]);
  expect(signInPoints(figures, null)[0]).toEqual({ day: "2027-01-03", "Sign-ins": 5, "Sign-ups": 1 });
  expect(signInTable(figures, before)).toMatchObject({
    columns: ["Day", "Sign-ins", "Sign-ups", "Sign-ins before"],
    rows: [
      ["2027-01-03", 5, 1, 4],
      ["2027-01-04", 2, 0, 3],
    ],
  });
});

it("takes only the range just before for the days before", () => {
  const answer = { ...figures, from: "2027-01-01", to: "2027-01-02" };
  expect(daysBefore(figures, answer)).toBe(answer.days);
  for (const other of [undefined, figures, { ...answer, from: "2026-12-31" }, { ...answer, to: "2027-01-03" }]) {
    expect(daysBefore(figures, other)).toBeNull();
  }
});

it.each([
  [1084, 1000, "8.4 % more than before"],
  [500, 1000, "50 % fewer than before"],
  [0, 3, "100 % fewer than before"],
  [25_000, 1000, "2,400 % more than before"],
  [100_001, 100_000, "less than 0.1 % more than before"],
  [7, 7, "as many as before"],
  [7, 0, null],
  [0, 0, null],
])("compares %i with %i", (now, before, text) => {
  const [days, daysBefore] = [now, before].map((signIns) => [sampleDay("2027-01-03", { signIns })]);
  expect(signInComparison(days ?? [], daysBefore ?? [], "2027-01-04")).toBe(text);
});

it("compares no day that is not over", () => {
  const days = [sampleDay("2027-01-03", { signIns: 6 }), sampleDay("2027-01-04", { signIns: 1 })];
  const before = [sampleDay("2027-01-01", { signIns: 4 }), sampleDay("2027-01-02", { signIns: 9 })];
  expect(signInComparison(days, before, "2027-01-04")).toBe("50 % more than before");
  expect(signInComparison(days, before, "2027-01-03")).toBeNull();
});

it("gives each day the users of its own week and month, also over New Year", () => {
  expect(activePoints(figures)).toEqual([
    { day: "2027-01-03", Day: 3, Week: 8, Month: 4 },
    { day: "2027-01-04", Day: 2, Week: 2, Month: 4 },
  ]);
  expect(activeTable(figures).rows.map(([period]) => period)).toEqual([
    "2027-01",
    "2026-W53",
    "2027-W01",
    "2027-01-03",
    "2027-01-04",
  ]);
});

it("stacks the failures in few groups, and lists each reason", () => {
  expect(failurePoints(figures)).toEqual([
    { day: "2027-01-03", Password: 3, Code: 0, "Hardware key": 0, Stopped: 1 },
    { day: "2027-01-04", Password: 0, Code: 4, "Hardware key": 0, Stopped: 0 },
  ]);
  const { columns, rows } = failureTable(figures);
  expect(rows[0]).toEqual(["2027-01-03", 2, 0, 1, 0, 0, 0, 0, 1, 4]);
  expect(rows[0]?.length).toBe(columns.length);
});

it("adds the failures of a week up where there are many days", () => {
  const days = Array.from({ length: 70 }, (_, day) =>
    sampleDay(new Date(Date.UTC(2026, 11, 28 + day)).toISOString().slice(0, 10), {
      failures: { ...noFailures, "wrong-code": 1 },
    }),
  );
  const long = { ...figures, days };
  expect(areByWeek(long)).toBe(true);
  const points = failurePoints(long);
  expect(points).toHaveLength(10);
  expect(points.every(({ Code }) => Code === 7)).toBe(true);
});

it("shows the adoption in percent", () => {
  expect(adoptionTable(figures).rows).toEqual([
    ["2027-01-03", 1, 3, 33.3],
    ["2027-01-04", 2, 4, 50],
  ]);
});

it("adds up each application, the busiest first", () => {
  expect(applicationTable(figures).rows).toEqual([
    ["Deleted application", two, 9, 3],
    ["Ledgerline", one, 3, 1],
  ]);
});
