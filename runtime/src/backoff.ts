import { setTimeout as sleep } from "node:timers/promises";
import { randomShare } from "./random-share.ts";

export interface Backoff {
  /** The delay after the first failure. */
  firstMs?: number;
  longestMs?: number;
  /** Returns a number from 0 up to 1. */
  random?: () => number;
}

/**
 * The delay in milliseconds after this many failures in a row: doubles from the first delay (1 s) up to the longest (60 s), and is
 * up to half as long at random, so that processes that failed together do not retry together.
 */
export const backoffMs = (
  failures: number,
  { firstMs = 1000, longestMs = 60_000, random = randomShare }: Backoff = {},
): number => Math.min(longestMs, firstMs * 2 ** (failures - 1)) * (1 - random() / 2);

/** Waits until the time is over or the signal aborts. Keeps the process running, even if it has nothing else to do. */
export const pause = (ms: number, signal?: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { ...(signal && { signal }) }).catch(() => undefined);
