import { performance } from "node:perf_hooks";
import { maxClockSkewMs } from "@attestory/events/clock-skew.ts";
import type { EventLog } from "./log/event-log.ts";

/** The time as the log sees it: it orders events, and what has expired by it stays expired. */
export interface Clock {
  (): Date;
  /** What the machine's clock says, which may have been set back. Without it, the two never differ. */
  readonly machine?: () => Date;
}

/** The time to compare with what other machines say: authenticator apps, and the times in tokens. */
export const machineTime = (clock: Clock): Date => clock.machine?.() ?? clock();

/** While it is ahead of the machine's clock, time passes so much more slowly. At this pace an hour is made up in ten. */
const paceWhileAhead = 0.9;

/**
 * The machine's clock, but it never runs backwards while the process lives. If the machine's clock is set back, time continues from
 * the latest instant that was returned, so that nothing expired becomes valid again, and a tenth slower until the two agree. `notBefore`:
 * the earliest start, in milliseconds since the epoch.
 */
export function monotonicClock(
  system: () => number = Date.now,
  elapsed: () => number = () => performance.now(),
  notBefore = 0,
): Clock {
  let latest = Math.max(system(), notBefore);
  let latestAt = elapsed();
  const clock = () => {
    const now = elapsed();
    latest = Math.max(system(), latest + (now - latestAt) * paceWhileAhead);
    latestAt = now;
    return new Date(Math.floor(latest));
  };
  return Object.assign(clock, { machine: () => new Date(system()) });
}

/** Less than that is no fault: time servers correct it, and users do not notice. */
export const reportedFromMs = 60_000;

interface ClockParts {
  log: Pick<EventLog, "newest">;
  reportError: (message: string, error?: unknown) => void;
  system?: (() => number) | undefined;
  elapsed?: () => number;
}

/**
 * The clock of a process that continues a log. It does not start before the newest event, so a clock that was set back while the
 * process was down makes nothing expired valid again, either. If the log is ahead by more than `maxClockSkewMs`, either the clock of
 * its writer or this one is wrong: then the system clock is used, and events dated in the future are not trusted.
 */
export async function clockAfter({ log, reportError, system = Date.now, elapsed }: ClockParts): Promise<Clock> {
  const newest = await newestInstant(log).catch((error: unknown) => {
    reportError("newest event unreadable, starting with the system clock", error);
    return 0;
  });
  const aheadMs = newest - system();
  if (aheadMs < reportedFromMs) return monotonicClock(system, elapsed, newest);
  const minutes = Math.round(aheadMs / 60_000);
  const difference = new Error(`the newest event is of ${new Date(newest).toISOString()}, ${minutes} minutes ahead`);
  if (aheadMs > maxClockSkewMs) {
    reportError("event log ahead of the system clock, using the system clock", difference);
    return monotonicClock(system, elapsed);
  }
  reportError("system clock behind the event log, continuing from the newest event", difference);
  return monotonicClock(system, elapsed, newest);
}

const newestInstant = async (log: Pick<EventLog, "newest">): Promise<number> =>
  (await log.newest())?.recordedAt.getTime() ?? 0;
