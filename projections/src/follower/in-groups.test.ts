import { expect, it } from "vitest";
import { namedProjection } from "../testing/named-projection.ts";
import { inGroups, nearAndFar } from "./in-groups.ts";

it("B9 follows the projections of authentication apart from all others", () => {
  const [users, sessions] = [
    namedProjection("users@1", "authentication"),
    namedProjection("sessions@1", "authentication"),
  ];
  const [one, other] = [namedProjection("one@1", "other"), namedProjection("other@1", "other")];
  expect(inGroups([users, one, other, sessions])).toEqual([
    [users, sessions],
    [one, other],
  ]);
  expect(inGroups([one])).toEqual([[one]]);
  expect(inGroups([])).toEqual([]);
});

it("B9 follows what is far behind its group apart, so that it holds back nobody", async () => {
  const [users, sessions] = [
    namedProjection("users@1", "authentication"),
    namedProjection("sessions@1", "authentication"),
  ];
  const [one, other] = [namedProjection("one@1", "other"), namedProjection("other@1", "other")];
  const checkpoints = new Map([
    [users, 20n],
    [sessions, 0n],
    [one, 1n],
    [other, 0n],
  ]);
  expect(await nearAndFar(checkpoints, async (from, to) => to - from > 10n)).toEqual([
    [users],
    [sessions],
    [one, other],
  ]);
});
