import { expect, it } from "vitest";
import { progressLine } from "../command-line/progress-text.ts";
import { withoutProgress } from "./without-progress.ts";

it("leaves out what a command writes of its progress, and nothing else", () => {
  const figures = {
    what: "Building 3 read models",
    unit: "events",
    done: 1234,
    total: 2000,
    perSecond: 5,
    secondsLeft: 9,
  };
  const written = [figures, { ...figures, what: "Checking the backup", total: null }].map(
    (each) => `attestory: ${progressLine(each)}\n`,
  );
  const fault =
    "attestory: the backup has no active admin: --without-admin takes it nevertheless. Nothing was changed\n";
  expect(withoutProgress([...written, fault].join(""))).toBe(fault);
});
