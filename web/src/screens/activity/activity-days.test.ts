import type { Activity } from "@attestory/query-api/activity/schema.ts";
import { expect, it } from "vitest";
import { byDay } from "./activity-days.ts";

const now = new Date(2026, 10, 22, 14, 30);
const entryAt = (time: Date): Activity => ({
  id: crypto.randomUUID(),
  type: "sign-in",
  sentence: "Signed in",
  detail: null,
  time: time.toISOString(),
  device: "Firefox on Linux",
  network: null,
  sessionId: null,
  isCurrent: false,
  canDisown: false,
});

it("groups entries by the reader's days, newest first", () => {
  const times = [
    new Date(2026, 10, 22, 13),
    new Date(2026, 10, 22, 0),
    new Date(2026, 10, 21, 23),
    new Date(2026, 10, 18, 17),
    new Date(2025, 11, 31, 9),
  ];
  const days = byDay(times.map(entryAt), now);
  expect(days.map(({ title, entries }) => [title, entries.length])).toEqual([
    ["Today", 2],
    ["Yesterday", 1],
    ["Wednesday, 18 November", 1],
    ["Wednesday, 31 December 2025", 1],
  ]);
});

it("has no days without entries", () => {
  expect(byDay([], now)).toEqual([]);
});
