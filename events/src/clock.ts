import { performance } from "node:perf_hooks";

/** The time as the service sees it. */
export type Clock = () => Date;

/**
 * The system's clock, but never running backwards while the process lives: when the system's clock is set back, time goes on
 * from the latest instant that was told, so nothing that has expired comes alive again.
 */
export function monotonicClock(
  system: () => number = Date.now,
  elapsed: () => number = () => performance.now(),
): Clock {
  let latest = system();
  let latestAt = elapsed();
  return () => {
    const now = elapsed();
    latest = Math.max(system(), latest + now - latestAt);
    latestAt = now;
    return new Date(Math.floor(latest));
  };
}
