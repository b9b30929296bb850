import { expect, it } from "vitest";
import { laterPosition } from "./log-position.ts";

it.each([
  [null, "1-7", "1-7"],
  ["1-7", null, "1-7"],
  ["1-7", "1-9", "1-9"],
  ["1-10", "1-9", "1-10"],
  ["1-900", "2-3", "2-3"],
  ["2-3", "1-900", "2-3"],
  ["1-7", "nonsense", "1-7"],
  ["1-9007199254740993", "1-9007199254740992", "1-9007199254740993"],
])("picks the later of %j and %j: %j", (known, seen, expected) => {
  expect(laterPosition(known, seen)).toBe(expected);
});
