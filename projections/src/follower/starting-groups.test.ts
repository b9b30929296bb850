import { expect, it } from "vitest";
import type { Projection } from "../read-models/projection.ts";
import { startingGroups } from "./starting-groups.ts";

const named = (name: Projection["name"], group: Projection["group"] = "other"): Projection => ({
  name,
  group,
  takes: [],
  personal: "sealed",
  indexes: {},
  keys: () => [],
  evolve: () => null,
});
const [old, other, young] = [named("old@1"), named("other@1"), named("young@1")];

it("puts a new projection into a group of its own, so that it catches up by itself", () => {
  const groups = startingGroups(
    new Map([
      [young, 0n],
      [old, 50_000n],
      [other, 49_990n],
    ]),
  );
  expect(groups).toEqual([
    new Map([
      [old, 50_000n],
      [other, 49_990n],
    ]),
    new Map([[young, 0n]]),
  ]);
});

it("puts projections with close checkpoints into one group", () => {
  const checkpoints = new Map([
    [old, 400n],
    [young, 0n],
  ]);
  expect(startingGroups(checkpoints)).toEqual([checkpoints]);
});

it("B9 follows the projections of authentication apart from all others, although their checkpoints are close", () => {
  const [users, sessions] = [named("users@1", "authentication"), named("sessions@1", "authentication")];
  const groups = startingGroups(
    new Map([
      [users, 400n],
      [young, 0n],
      [old, 50_000n],
      [sessions, 399n],
    ]),
  );
  expect(groups.map((group) => [...group.keys()])).toEqual([[users, sessions], [old], [young]]);
});
