import { beforeEach, expect, it } from "vitest";
import { Waiters } from "./waiters.ts";

let waiters: Waiters;
let reached: number;
beforeEach(() => {
  waiters = new Waiters(2);
  reached = 0;
});
const waitFor = (wanted: number, ms: number) => waiters.wait(() => reached >= wanted, ms);
const reach = (value: number) => {
  reached = value;
  waiters.check();
};

it("resolves to true at once if the condition is true already", async () => {
  expect(await waitFor(0, 0)).toBe(true);
});

it("resolves to true at the check that finds the condition true, and not before", async () => {
  const ended: number[] = [];
  const waiting = [1, 2].map((wanted) => waitFor(wanted, 60_000).then(() => ended.push(wanted)));
  reach(0);
  await new Promise(setImmediate);
  expect(ended).toEqual([]);
  reach(1);
  await new Promise(setImmediate);
  expect(ended).toEqual([1]);
  reach(2);
  await Promise.all(waiting);
  expect(ended).toEqual([1, 2]);
});

it("resolves to false when the time is over", async () => {
  expect(await waitFor(1, 5)).toBe(false);
});

it("resolves to false at once if too many wait, and the others go on waiting", async () => {
  const waiting = [waitFor(1, 60_000), waitFor(1, 60_000)];
  expect(await waitFor(1, 60_000)).toBe(false);
  reach(1);
  expect(await Promise.all(waiting)).toEqual([true, true]);
});

it("resolves to false when the waiting ends", async () => {
  const waiting = waitFor(1, 60_000);
  waiters.end();
  expect(await waiting).toBe(false);
});
