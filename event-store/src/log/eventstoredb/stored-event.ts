import {
  metadataText,
  type SealedEvent,
  type StoredEvent,
  type StoredMetadata,
  type StreamName,
} from "@attestory/events/envelope.ts";
import { OldFormat } from "../../old-format.ts";
import { DamagedEvent } from "../event-log.ts";
import { checksumOf, logFormat } from "../stored-bytes.ts";

/** The prefix of every stream name of a generation. No generation's prefix is the beginning of another's. */
export const streamPrefix = (generation: number) => `attestory.${generation}.`;

/** Of a generation: how far the store was searched for its events. No generation's prefix begins it. */
export const searchedStream = (generation: number) => `attestory.searched.${generation}`;

/** The most bytes of `data` that EventStoreDB accepts in one append by default. */
const maxAppendBytes = 1 << 20;

/** The key of the encrypted personal fields in `data`, in base64. No payload has a field of this name. */
const sealedKey = "$sealed";

/**
 * An event in the form stored in EventStoreDB, so that its browser, its projections and other clients can read it. `data` is the
 * event's payload. Everything else is in what EventStoreDB calls the event's metadata, under its own names where it has one.
 */
export interface EventStoreDbEvent {
  id: string;
  type: string;
  data: Record<string, unknown>;
  metadata: {
    $correlationId: string;
    /** Absent if nothing caused the event. */
    $causationId?: string;
    actor: StoredMetadata["actor"];
    delegate: StoredMetadata["delegate"];
    sessionId: string | null;
    fingerprint: string | null;
    person: string | null;
    /** Milliseconds since the epoch. */
    recordedAt: number;
    schemaVersion: number;
    format: number;
    /** SHA-256 of the stored bytes, in base64. */
    checksum: string;
  };
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
  const { id, type, schemaVersion, recordedAt, person, sealed } = event;
  if (!Number.isSafeInteger(recordedAt) || !Number.isSafeInteger(schemaVersion)) {
    throw new TypeError("an event without a time or a schema version");
  }
  const payload = JSON.parse(event.data);
  const { correlationId, causationId, ...metadata }: StoredMetadata = JSON.parse(event.metadata);
  const stored = {
    id,
    type,
    data: sealed ? { ...payload, [sealedKey]: base64Of(sealed) } : payload,
    metadata: {
      $correlationId: correlationId,
      ...(causationId !== null && { $causationId: causationId }),
      ...metadata,
      person,
      recordedAt,
      schemaVersion,
      format: logFormat,
      checksum: checksumOf({ ...event, stream, version }).toString("base64"),
    },
  };
  // Otherwise no later read could find the same bytes.
  if (dataText(stored.data) !== event.data || metadataTextOf(stored.metadata) !== event.metadata) {
    throw new TypeError("an event whose payload or metadata is not in its one form");
  }
  return stored;
}

const base64Of = (bytes: Uint8Array) =>
  Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength).toString("base64");

const dataText = ({ [sealedKey]: _, ...payload }: Record<string, unknown>): string => JSON.stringify(payload);

type FoundMetadata = Partial<EventStoreDbEvent["metadata"]>;
const metadataTextOf = ({ $correlationId, $causationId = undefined, ...metadata }: FoundMetadata): string =>
  metadataText({ ...metadata, correlationId: $correlationId, causationId: $causationId ?? null } as StoredMetadata);

const objectOr = <Shape extends object>(value: unknown): Partial<Shape> =>
  typeof value === "object" && value !== null ? value : {};

/**
 * Converts an event back to the form in which it was appended, and verifies its checksum.
 * @throws DamagedEvent
 * @throws OldFormat
 */
export function decodeEvent(found: FoundEvent, prefix: string): StoredEvent {
  const { id, type, revision } = found;
  const position = found.position?.commit ?? -1n;
  const fields = objectOr<Record<string, unknown>>(found.data);
  const metadata = objectOr<EventStoreDbEvent["metadata"]>(found.metadata);
  const sealed = fields[sealedKey];
  // A field of the wrong type does not match the checksum, so it is rejected below.
  const stored = {
    id,
    stream: found.streamId.slice(prefix.length) as StreamName,
    version: Number(revision) + 1,
    position,
    type,
    schemaVersion: metadata.schemaVersion as number,
    recordedAt: metadata.recordedAt as number,
    person: metadata.person as string | null,
    data: dataText(fields),
    metadata: metadataTextOf(metadata),
    sealed: typeof sealed === "string" ? Buffer.from(sealed, "base64") : null,
  };
  if (checksumOf(stored).toString("base64") === metadata.checksum) return stored;
  // The first format had the payload as text.
  if (typeof fields.data === "string" && metadata.checksum) throw new OldFormat("EVENT_LOG", 1, logFormat);
  throw new DamagedEvent(`the event at position ${position} does not match its checksum`);
}
