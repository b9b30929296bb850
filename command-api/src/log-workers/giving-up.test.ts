import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { expect, it } from "vitest";
import { isTimeToGiveUp } from "./giving-up.ts";

const now = new Date("2026-03-02T10:00:00.000Z");
const daySeconds = 86_400;
const failed = { dueAt: now, attempts: 5, error: new Error("damaged") };
const dueBefore = (seconds: number) => new Date(now.getTime() - seconds * 1000);

it.each([
  ["after a day", { dueAt: dueBefore(daySeconds) }, true],
  ["not a second earlier", { dueAt: dueBefore(daySeconds - 1) }, false],
  ["not before the fifth attempt", { dueAt: dueBefore(9 * daySeconds), attempts: 4 }, false],
  ["not while the log is unavailable", { dueAt: dueBefore(9 * daySeconds), error: new LogUnavailable() }, false],
  ["not if it is dated within clock skew", { dueAt: dueBefore(-daySeconds) }, false],
  ["at once if its date is further in the future", { dueAt: dueBefore(-daySeconds - 1) }, true],
])("B4 gives up what fails: %s", (_, differences, isTime) => {
  expect(isTimeToGiveUp({ ...failed, ...differences }, now)).toBe(isTime);
});
