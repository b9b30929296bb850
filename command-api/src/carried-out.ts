import type { Position, StreamName } from "@attestory/events/envelope.ts";
import type { EventLog } from "@attestory/events/log/event-log.ts";
import type { Refused } from "./decider.ts";
import { eventId, type Intent } from "./intent.ts";

/** So many of a stream's newest events are looked through for a trace of a command, and its first one. */
export const traceReach = 500;

/**
 * The position at which this very intent was carried out on the stream before; null: it was not, or more than `traceReach` events
 * ago. `seen`: a version that the stream has reached, as far as the asker knows.
 */
export async function carriedOut(
  log: EventLog,
  stream: StreamName,
  seen: number,
  intent: Intent,
): Promise<{ position: Position } | Refused<"key-reused"> | null> {
  if (intent.fingerprint === null) return null;
  const events = await newestEvents(log, stream, seen);
  const first = eventId(intent, stream, 0);
  if (!events.some(({ id }) => id === first)) return null;
  const last = events.findLast(({ fingerprint }) => fingerprint === intent.fingerprint);
  return last ? { position: last.position } : { refused: "key-reused" };
}

async function newestEvents(log: EventLog, stream: StreamName, seen: number) {
  const after = Math.max(0, seen - traceReach);
  const { events, version } = await log.read(stream, after, 2 * traceReach);
  const newest = version > after + events.length ? (await log.read(stream, version - traceReach)).events : events;
  if (newest[0] === undefined || newest[0].version === 1) return newest;
  // What a stream began with is a command's for good: a registration may come again after years.
  const beginning = await log.read(stream, 0, 1);
  return [...beginning.events, ...newest];
}
