import { randomUUID } from "node:crypto";
import type { AttestoryEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Envelope, StreamName } from "@attestory/events/envelope.ts";

const start = Date.parse("2026-03-01T12:00:00.000Z");

/** Sealed bytes as `evolve` sees them: opaque. */
export const someSeal = Buffer.from("sealed");

/** A recorded, decrypted event for tests of `evolve`. Only the values that matter need be given; by default `sealed` is null. */
export function recorded(
  event: AttestoryEvent,
  place: Partial<Envelope> & { sealed?: Uint8Array } = {},
): RecordedEvent {
  const { sealed = null, ...given } = place;
  const envelope: Omit<Envelope, "stored"> = {
    id: randomUUID(),
    stream: "user-0" as StreamName,
    version: 1,
    position: 1n,
    recordedAt: new Date(start),
    person: null,
    ip: null,
    userAgent: null,
    actor: { kind: "system", id: "test" },
    correlationId: randomUUID(),
    sessionId: null,
    delegate: null,
    causationId: null,
    fingerprint: null,
    ...given,
  };
  const { id, stream, version, position, person } = envelope;
  const stored = {
    id,
    stream,
    version,
    position,
    person,
    sealed,
    type: event.type,
    schemaVersion: 1,
    data: "{}",
    metadata: "{}",
    recordedAt: envelope.recordedAt.getTime(),
  };
  // Envelope and payload of one type make one recorded event; TypeScript does not distribute over the union.
  return { ...envelope, ...event, stored } as RecordedEvent;
}

/** The time `seconds` after the start time of tests. */
export const at = (seconds: number) => new Date(start + seconds * 1000);
