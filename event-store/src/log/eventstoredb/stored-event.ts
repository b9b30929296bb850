import type { SealedEvent, StoredEvent, StreamName } from "@attestory/events/envelope.ts";
import { DamagedEvent } from "../event-log.ts";
import { checksumOf } from "../stored-bytes.ts";

/** What every stream of a generation is called by before its own name; no generation's is the beginning of another's. */
export const streamPrefix = (generation: number) => `attestory.${generation}.`;

/** The most bytes of `data` that EventStoreDB takes in one append, as it is shipped. */
const maxAppendBytes = 1 << 20;

/**
 * An event as EventStoreDB keeps it. Payload and metadata are kept as the text that they are: parsed and written again they would not
 * be the same bytes. The checksum is kept beside them, in what EventStoreDB calls the event's metadata.
 */
export interface KeptEvent {
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

/** An event as EventStoreDB gives it back; anybody may have written it. */
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
 * The events as they are appended after version `expected`.
 * @throws TypeError for what would not come back as it was
 * @throws RangeError for more than one append can take
 */
export function keptEvents(stream: StreamName, expected: number, events: readonly SealedEvent[]): KeptEvent[] {
  if (events.length === 0) throw new TypeError("an append needs an event");
  if (new Set(events.map(({ id }) => id)).size < events.length) throw new TypeError("two events of one id");
  const kept = events.map((event, at) => keptEvent(event, stream, expected + at + 1));
  const bytes = kept.reduce((sum, { data }) => sum + Buffer.byteLength(JSON.stringify(data)), 0);
  if (bytes > maxAppendBytes) throw new RangeError(`an append of ${bytes} bytes, and ${maxAppendBytes} are taken`);
  return kept;
}

function keptEvent(event: SealedEvent, stream: StreamName, version: number): KeptEvent {
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

/** The event that was appended. @throws DamagedEvent */
export function storedEvent(found: FoundEvent, prefix: string): StoredEvent {
  const { id, type, revision } = found;
  const position = found.position?.commit ?? -1n;
  const kept = found.data as Partial<KeptEvent["data"]> | null | undefined;
  const checksum = (found.metadata as Partial<KeptEvent["metadata"]> | null | undefined)?.checksum;
  const sealed = typeof kept?.sealed === "string" ? Buffer.from(kept.sealed, "base64") : null;
  // What is no number or no text has no sum that is right.
  const stored = {
    id,
    stream: found.streamId.slice(prefix.length) as StreamName,
    version: Number(revision) + 1,
    position,
    type,
    schemaVersion: kept?.schemaVersion as number,
    recordedAt: kept?.recordedAt as number,
    person: kept?.person as string | null,
    data: kept?.data as string,
    metadata: kept?.metadata as string,
    sealed,
  };
  if (checksumOf(stored).toString("base64") === checksum) return stored;
  throw new DamagedEvent(`the event at position ${position} does not match its checksum`);
}
