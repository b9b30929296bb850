import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Position, StreamName } from "@attestory/events/envelope.ts";
import { type CommandContext, eventId } from "./command-context.ts";
import type { Refused } from "./decider.ts";

/** How many of a stream's newest events are searched for a command's events. The stream's first event is searched too. */
export const idempotencyWindow = 500;

/** `key-reused`: the idempotency key was used before with another request. */
export type IdempotencyRecord = { position: Position } | Refused<"key-reused">;

interface KnownStream {
  stream: StreamName;
  /** A version that the stream is known to have reached. */
  version: number;
}

/** Returns the position at which this command was handled on the stream. Null if it was not, or more than `idempotencyWindow` events ago. */
export async function findIdempotencyRecord(
  log: EventLog,
  known: KnownStream,
  commandContext: CommandContext,
): Promise<IdempotencyRecord | null> {
  if (commandContext.fingerprint === null) return null;
  return recordIn(await readNewest(log, known), known.stream, commandContext);
}

/** The same, for a caller that knows that the command was not handled up to this version. */
export async function findIdempotencyRecordSince(
  log: EventLog,
  { stream, version }: KnownStream,
  commandContext: CommandContext,
): Promise<IdempotencyRecord | null> {
  if (commandContext.fingerprint === null) return null;
  return recordIn((await log.read(stream, version)).events, stream, commandContext);
}

function recordIn(
  events: readonly RecordedEvent[],
  stream: StreamName,
  commandContext: CommandContext,
): IdempotencyRecord | null {
  const first = eventId(commandContext, stream, 0);
  if (!events.some(({ id }) => id === first)) return null;
  const last = events.findLast(({ fingerprint }) => fingerprint === commandContext.fingerprint);
  return last ? { position: last.position } : { refused: "key-reused" };
}

async function readNewest(log: EventLog, { stream, version: known }: KnownStream): Promise<readonly RecordedEvent[]> {
  const after = Math.max(0, known - idempotencyWindow);
  const page = await log.read(stream, after, 2 * idempotencyWindow);
  const isPartial = page.version > after + page.events.length;
  const newest = isPartial ? (await log.read(stream, page.version - idempotencyWindow)).events : page.events;
  if (newest[0] === undefined || newest[0].version === 1) return newest;
  // The first event is always searched: a registration may be repeated after years.
  const beginning = await log.read(stream, 0, 1);
  return [...beginning.events, ...newest];
}
