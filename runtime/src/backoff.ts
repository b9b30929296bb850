import { setTimeout as sleep } from "node:timers/promises";

const longestMs = 60_000;

/** The delay in milliseconds after this many failures in a row: 1 s, doubling up to 60 s, reduced at random by up to half. */
export const backoffMs = (failures: number, random: () => number = Math.random): number =>
  Math.min(longestMs, 1000 * 2 ** (failures - 1)) * (1 - random() / 2);

/** Waits until the time is over or the signal aborts. Keeps the process running, even if it has nothing else to do. */
export const pause = (ms: number, signal: AbortSignal): Promise<void> =>
  sleep(ms, undefined, { signal }).catch(() => undefined);
