import { expect, it } from "vitest";
import { initials } from "./initials.ts";

it.for<[string | null, string | null, string, string]>([
  ["Juniper", "Sample", "hazel", "JS"],
  ["juniper", "sample", "hazel", "JS"],
  ["Juniper", null, "hazel", "H"],
  [null, "Sample", "hazel", "H"],
  ["", "  ", "hazel", "H"],
  [null, null, "", "U"],
  ["𝒜da", "Öz", "x", "𝒜Ö"],
])("shows names %j and %j, or username %j, as %s", ([firstName, lastName, username, expected]) => {
  expect(initials({ firstName, lastName, username })).toBe(expected);
});
