import type { Clock } from "@attestory/event-store/clock.ts";
import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { maxClockSkewMs } from "@attestory/events/clock-skew.ts";
import type { Position } from "@attestory/events/envelope.ts";
import { pause } from "@attestory/runtime/backoff.ts";

const pageSize = 500;

export interface FollowBehind {
  log: Pick<EventLog, "readAll">;
  /** The age of an event when it is yielded. */
  behindMs: number;
  now: Clock;
  /** How often it compares the time, without reading the log. */
  everyMs?: number;
}

/**
 * Follows the log like `EventLog.follow`, but yields each event only once it has this age. So a worker waits for a date that follows from
 * an event without remembering the event. An event dated in the future, beyond clock skew, is yielded at once: its age is unknown.
 */
export async function* followBehind(
  { log, behindMs, now, everyMs = 1000 }: FollowBehind,
  after: Position,
  signal: AbortSignal,
): AsyncGenerator<RecordedEvent[]> {
  const until = async (isOver: () => boolean) => {
    while (!signal.aborted && !isOver()) await pause(everyMs, signal);
  };
  const isDue = ({ recordedAt }: RecordedEvent) => {
    const ageMs = now().getTime() - recordedAt.getTime();
    return ageMs >= behindMs || ageMs < -maxClockSkewMs;
  };

  for (let position = after; !signal.aborted; ) {
    const readAt = now().getTime();
    const page = await log.readAll(position, pageSize);
    // What is appended from now on is not due before that.
    if (page.length === 0) await until(() => now().getTime() - readAt >= behindMs);
    for (const event of page) {
      await until(() => isDue(event));
      if (signal.aborted) return;
      yield [event];
      position = event.position;
    }
  }
}
