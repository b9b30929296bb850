import { performance } from "node:perf_hooks";
import { maxClockSkewMs } from "@attestory/events/clock-skew.ts";
import type { EventLog } from "./log/event-log.ts";

/** The time as the service sees it. */
export type Clock = () => Date;

/**
 * The system clock, but it never runs backwards while the process lives. If the system clock is set back, time continues from the
 * latest instant that was returned, so that nothing expired becomes valid again. `notBefore`: the earliest start, in milliseconds
 * since the epoch.
 */
export function monotonicClock(
  system: () => number = Date.now,
  elapsed: () => number = () => performance.now(),
  notBefore = 0,
): Clock {
  let latest = Math.max(system(), notBefore);
  let latestAt = elapsed();
  return () => {
    const now = elapsed();
    latest = Math.max(system(), latest + now - latestAt);
    latestAt = now;
    return new Date(Math.floor(latest));
  };
}

const reportedFromMs = 60_000;

interface ClockParts {
  log: Pick<EventLog, "head" | "readAll">;
  reportError: (message: string, error?: unknown) => void;
  system?: () => number;
  elapsed?: () => number;
}

/**
 * The clock of a process that continues a log. It does not start before the newest event, so a clock that was set back while the
 * process was down makes nothing expired valid again, either. If the log is ahead by more than `maxClockSkewMs`, either the clock of
 * its writer or this one is wrong: then the system clock is used, and events dated in the future are not trusted.
 */
export async function clockAfter({ log, reportError, system = Date.now, elapsed }: ClockParts): Promise<Clock> {
  const newest = await newestInstant(log).catch((error: unknown) => {
    reportError("the newest event of the log cannot be read: the clock begins with the system's", error);
    return 0;
  });
  const aheadMs = newest - system();
  if (aheadMs < reportedFromMs) return monotonicClock(system, elapsed, newest);
  const found = `the log's newest event is of ${new Date(newest).toISOString()}, ${Math.round(aheadMs / 60_000)} minutes ahead of this machine's clock`;
  if (aheadMs > maxClockSkewMs) {
    reportError(
      `${found}: one of them is wrong; going by the machine's clock, and no session or link of the future counts`,
    );
    return monotonicClock(system, elapsed);
  }
  reportError(`${found}: going on from there until it has caught up or the service is started again`);
  return monotonicClock(system, elapsed, newest);
}

async function newestInstant(log: Pick<EventLog, "head" | "readAll">): Promise<number> {
  const head = await log.head();
  const [newest] = head === 0n ? [] : await log.readAll(head - 1n, 1);
  return newest?.recordedAt.getTime() ?? 0;
}
