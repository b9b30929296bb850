import { type Clock, machineTime, reportedFromMs } from "./clock.ts";
import type { EventLog } from "./log/event-log.ts";

export interface ClockWatch {
  /** By how much the machine's clock is behind the log, in words that may be shown to anyone; null if it is not. */
  fault(): Promise<string | null>;
  close(): void;
}

interface WatchParts {
  log: Pick<EventLog, "newest">;
  now: Clock;
  reportError(message: string, error?: unknown, context?: object): void;
  /** Set by tests. */
  everyMs?: number;
}

/**
 * Tells the operator once a minute that the machine's clock is behind the newest event, or behind the time that this process has seen:
 * one of the two is wrong, or was.
 */
export function watchClock({ log, now, reportError, everyMs = 60_000 }: WatchParts): ClockWatch {
  const behindMs = async () => {
    const newest = await log.newest();
    const latest = Math.max(now().getTime(), newest?.recordedAt.getTime() ?? 0);
    return latest - machineTime(now).getTime();
  };
  const fault = async () => {
    const ms = await behindMs();
    return ms < reportedFromMs ? null : `is ${inWords(ms)} behind the event log`;
  };
  const report = async () => {
    const ms = await behindMs();
    if (ms >= reportedFromMs) {
      reportError("system clock behind the event log", undefined, { behindSeconds: Math.round(ms / 1000) });
    }
  };
  // A log that cannot be read is reported by those who need it.
  const timer = setInterval(() => void report().catch(() => {}), everyMs).unref();
  return { fault, close: () => clearInterval(timer) };
}

const minuteMs = 60_000;
const hourMs = 60 * minuteMs;

function inWords(ms: number): string {
  if (ms < 2 * hourMs) return count(ms / minuteMs, "minute");
  if (ms < 48 * hourMs) return count(ms / hourMs, "hour");
  return count(ms / hourMs / 24, "day");
}

const count = (amount: number, unit: string): string =>
  amount.toLocaleString("en", { style: "unit", unit, unitDisplay: "long", maximumFractionDigits: 0 });
