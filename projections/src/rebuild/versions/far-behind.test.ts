import { expect, it } from "vitest";
import type { Projection } from "../../read-models/projection.ts";
import { namedProjection } from "../../testing/named-projection.ts";
import { farBehind } from "../build-behind.ts";

const [one, other, users] = [
  namedProjection("one@1"),
  namedProjection("other@1"),
  namedProjection("users@1", "authentication"),
];
const behind = (head: bigint, ...at: [Projection, bigint][]) =>
  farBehind({ checkpoints: new Map(at), head, nearby: 100n }).map(({ name }) => name);

it("builds what has no documents yet", () => {
  expect(behind(1000n, [one, 0n], [other, 1000n], [users, 0n])).toEqual([one.name, users.name]);
});

it("leaves it to the follower to apply a few events, or few of many", () => {
  expect(behind(100n, [one, 0n], [users, 50n])).toEqual([]);
  expect(behind(100_000n, [one, 99_000n], [other, 99_000n])).toEqual([]);
  expect(behind(100_000n, [one, 50_000n], [other, 50_000n])).toEqual([one.name, other.name]);
});

it("builds what would hold back others of its group", () => {
  expect(behind(100_000n, [one, 99_000n], [other, 100_000n])).toEqual([one.name]);
  expect(behind(100_000n, [users, 99_000n], [other, 100_000n])).toEqual([]);
});
