import type { SealedEvent, StoredEvent, StreamName } from "@attestory/events/envelope.ts";
import { DamagedEvent } from "../event-log.ts";
import { checksumOf } from "../stored-bytes.ts";

/** The prefix of every stream name of a generation. No generation's prefix is the beginning of another's. */
export const streamPrefix = (generation: number) => `attestory.${generation}.`;

/** The most bytes of `data` that EventStoreDB accepts in one append by default. */
const maxAppendBytes = 1 << 20;

/**
 * An event in the form stored in EventStoreDB. Payload and metadata are stored as text: parsed and serialized again they would not
 * be the same bytes. The checksum is stored in what EventStoreDB calls the event's metadata.
 */
export interface EventStoreDbEvent {
  id: string;
  type: string;
  data: {
    data: string;
    metadata: string;
    /** Base64. */
    sealed: string | null;
    schemaVersion: number;
    /** Milliseconds since the epoch. */
    recordedAt: number;
    person: string | null;
  };
  /** SHA-256 of the stored bytes, in base64. */
  metadata: { checksum: string };
}

/** An event as EventStoreDB returns it. It is not trusted: any client of the store may have written it. */
export interface FoundEvent {
  id: string;
  streamId: string;
  /** From zero. */
  revision: bigint;
  type: string;
  data: unknown;
  metadata?: unknown;
  position?: { commit: bigint } | undefined;
}

/**
 * Converts events to the form in which they are appended after version `expected`.
 * @throws TypeError for no events, for duplicate ids, and for an event without a time or a schema version
 * @throws RangeError if the events are too large for one append
 */
export function encodeEvents(
  stream: StreamName,
  expected: number,
  events: readonly SealedEvent[],
): EventStoreDbEvent[] {
  if (events.length === 0) throw new TypeError("an append needs an event");
  if (new Set(events.map(({ id }) => id)).size < events.length) throw new TypeError("two events have the same id");
  const encoded = events.map((event, at) => encodeEvent(event, stream, expected + at + 1));
  const bytes = encoded.reduce((sum, { data }) => sum + Buffer.byteLength(JSON.stringify(data)), 0);
  if (bytes > maxAppendBytes)
    throw new RangeError(`an append of ${bytes} bytes is too large: the limit is ${maxAppendBytes}`);
  return encoded;
}

function encodeEvent(event: SealedEvent, stream: StreamName, version: number): EventStoreDbEvent {
  const { id, type, schemaVersion, recordedAt, person, data, metadata, sealed } = event;
  if (!Number.isSafeInteger(recordedAt) || !Number.isSafeInteger(schemaVersion)) {
    throw new TypeError("an event without a time or a schema version");
  }
  const base64 = sealed && Buffer.from(sealed.buffer, sealed.byteOffset, sealed.byteLength).toString("base64");
  return {
    id,
    type,
    data: { data, metadata, sealed: base64, schemaVersion, recordedAt, person },
    metadata: { checksum: checksumOf({ ...event, stream, version }).toString("base64") },
  };
}

/** Converts an event back to the form in which it was appended, and verifies its checksum. @throws DamagedEvent */
export function decodeEvent(found: FoundEvent, prefix: string): StoredEvent {
  const { id, type, revision } = found;
  const position = found.position?.commit ?? -1n;
  const fields = found.data as Partial<EventStoreDbEvent["data"]> | null | undefined;
  const checksum = (found.metadata as Partial<EventStoreDbEvent["metadata"]> | null | undefined)?.checksum;
  const sealed = typeof fields?.sealed === "string" ? Buffer.from(fields.sealed, "base64") : null;
  // A field of the wrong type does not match the checksum, so it is rejected below.
  const stored = {
    id,
    stream: found.streamId.slice(prefix.length) as StreamName,
    version: Number(revision) + 1,
    position,
    type,
    schemaVersion: fields?.schemaVersion as number,
    recordedAt: fields?.recordedAt as number,
    person: fields?.person as string | null,
    data: fields?.data as string,
    metadata: fields?.metadata as string,
    sealed,
  };
  if (checksumOf(stored).toString("base64") === checksum) return stored;
  throw new DamagedEvent(`the event at position ${position} does not match its checksum`);
}
