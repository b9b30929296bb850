import type { Position, StreamName } from "@attestory/events/envelope.ts";
import { type CommandContext, eventId } from "./command-context.ts";
import type { Refused } from "./decider.ts";
import type { CommandReader } from "./recent-commands.ts";

/** `key-reused`: the idempotency key was used before with another request. */
export type IdempotencyRecord = { position: Position } | Refused<"key-reused">;

interface SearchedStream {
  stream: StreamName;
  /** Leaves out a read of the stream if it was read up to this version. */
  knownVersion?: number;
}

/** Returns the position at which this command was handled on the stream. Null if it was not, or more than `idempotencyWindow` events ago. */
export async function findIdempotencyRecord(
  reader: CommandReader,
  { stream, knownVersion }: SearchedStream,
  commandContext: CommandContext,
): Promise<IdempotencyRecord | null> {
  const { fingerprint } = commandContext;
  if (fingerprint === null) return null;
  const traces = await reader.tracesOf(stream, knownVersion);
  const first = eventId(commandContext, stream, 0);
  if (!traces.some(({ id }) => id === first)) return null;
  const last = traces.findLast((trace) => trace.fingerprint === fingerprint);
  return last ? { position: last.position } : { refused: "key-reused" };
}
