import type { Position } from "@attestory/events/envelope.ts";
import { afterEach, beforeEach, expect, it, vi } from "vitest";
import { PublishedProgress } from "./published-progress.ts";

let progress: PublishedProgress;
beforeEach(() => {
  vi.useFakeTimers();
  progress = new PublishedProgress();
});
afterEach(() => void vi.useRealTimers());

const note = (positions: Record<string, Position>) => progress.note(new Map(Object.entries(positions)));

it("knows no position before a projection reports one", async () => {
  const waiting = progress.waitForPosition(0n, 100);
  vi.advanceTimersByTime(100);
  expect(await waiting).toBe(false);
});

it("waits for the projection that is furthest behind", async () => {
  note({ "users@1": 7n, "sessions@1": 6n });
  const waiting = progress.waitForPosition(7n, 100);
  note({ "sessions@1": 7n });
  expect(await waiting).toBe(true);
});

it("keeps the newest position if reports arrive in another order", async () => {
  note({ "users@1": 7n });
  note({ "users@1": 5n });
  expect(await progress.waitForPosition(7n, 0)).toBe(true);
});

it("ignores a projection that has not reported for two seconds", async () => {
  note({ "users@1": 7n, "removed@1": 1n });
  vi.advanceTimersByTime(2000);
  note({ "users@1": 7n });
  expect(await progress.waitForPosition(7n, 0)).toBe(true);
});
