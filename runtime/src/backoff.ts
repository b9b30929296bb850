import { setTimeout as sleep } from "node:timers/promises";

const longestMs = 60_000;

/** How long to wait after so many failures in a row: 1 s, doubling to 60 s, and up to half of it less at random. */
export const backoffMs = (failures: number, random: () => number = Math.random): number =>
  Math.min(longestMs, 1000 * 2 ** (failures - 1)) * (1 - random() / 2);

/** Waits, or less when the signal aborts. Keeps the process up meanwhile: one that has nothing else to do would end instead. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
