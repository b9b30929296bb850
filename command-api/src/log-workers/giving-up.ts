import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { maxClockSkewMs } from "@attestory/events/clock-skew.ts";

/** After that, a worker gives up what fails again and again, whatever the reason. */
const giveUpAfterMs = 24 * 3_600_000;
/** The age is known from the log, so work may be a day old when a worker tries it for the first time after a stop. */
const fewestAttempts = 5;

export interface FailedWork {
  /** When it could be done for the first time. */
  dueAt: Date;
  /** The failed attempts of this process, or of the queue. */
  attempts: number;
  /** The newest failure. */
  error: unknown;
}

/** Whether to give up work that has failed. Work dated in the future, beyond clock skew, counts as old: its age is unknown. */
export function isTimeToGiveUp({ dueAt, attempts, error }: FailedWork, now: Date): boolean {
  // What is given up must be recorded. Without the log, everything waits.
  if (error instanceof LogUnavailable || attempts < fewestAttempts) return false;
  const ageMs = now.getTime() - dueAt.getTime();
  return ageMs >= giveUpAfterMs || ageMs < -maxClockSkewMs;
}

/** What workers gave up, for readiness and metrics. */
export interface AbandonedWork {
  /** In words that may be shown to anyone, or null if there is nothing to act on. */
  fault(): string | null;
  counts(): Iterable<readonly [of: string, value: number]>;
}
