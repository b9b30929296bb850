import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position } from "@attestory/events/envelope.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { followBehind } from "./follow-behind.ts";
import { isTimeToGiveUp } from "./giving-up.ts";
import { type LogWork, type LogWorker, type LogWorkerDependencies, startLogWorker } from "./log-worker.ts";

export interface WorkerBehindDependencies {
  log: Pick<EventLog, "readAll">;
  commandHandler: CommandHandler;
  now: Clock;
  /** How often it compares the time, in milliseconds. */
  everyMs?: number;
  /** Waits before work that failed is tried again. Returns early when the signal aborts. */
  pause?: LogWorkerDependencies["pause"];
}

export interface WorkBehind extends Pick<LogWork, "name" | "progress" | "reportError"> {
  /** The age at which an event is due. */
  behindMs: number;
  /** What is to be done about an event, or null. It throws if it must be tried again. */
  workFor(event: RecordedEvent): (() => Promise<void>) | null;
  /** Called when work has failed for a day. It is left, so that the others are not kept waiting. */
  reportLeft(error: unknown, event: RecordedEvent): void;
}

/**
 * Follows the log at a distance, and does what is due. What was left, and what is dated in the future beyond clock skew, whose age is
 * unknown, keeps the checkpoint before it: the next start tries again.
 */
export function startWorkerBehind(
  { log, commandHandler, now, everyMs, pause }: WorkerBehindDependencies,
  { name, progress, behindMs, workFor, reportError, reportLeft }: WorkBehind,
): Promise<LogWorker> {
  const behind = { log, behindMs, now, ...(everyMs !== undefined && { everyMs }) };
  const left: Position[] = [];
  let attempts = 0;
  return startLogWorker(
    {
      log: { follow: (after, signal) => followBehind(behind, after, signal) },
      commandHandler,
      now,
      ...(pause && { pause }),
    },
    {
      name,
      progress,
      async handle(event, before) {
        const work = workFor(event);
        if (work === null) return;
        const dueAt = new Date(event.recordedAt.getTime() + behindMs);
        if (now() < dueAt) {
          left.push(before);
          return;
        }
        try {
          await work();
          attempts = 0;
        } catch (error) {
          attempts++;
          if (!isTimeToGiveUp({ dueAt, attempts, error }, now())) throw error;
          attempts = 0;
          left.push(before);
          reportLeft(error, event);
        }
      },
      unfinished: () => left,
      reportError,
    },
  );
}
