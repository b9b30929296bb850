import { randomUUID } from "node:crypto";
import type { AttestoryEvent, RecordedEvent } from "@attestory/events/catalogue.ts";
import type { Envelope, StreamName } from "@attestory/events/envelope.ts";

const start = Date.parse("2026-03-01T12:00:00.000Z");

/** Sealed bytes as a fold sees them: opaque. */
export const someSeal = Buffer.from("sealed");

/** An event at a place in the log, for tests of folds; says only what matters there. Opened, with `sealed` nothing. */
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
    causationId: null,
    fingerprint: null,
    ...given,
  };
  const { id, stream, version, position, person } = envelope;
  const stored = {
    ...{ id, stream, version, position, person, sealed },
    ...{ type: event.type, schemaVersion: 1, data: "{}", metadata: "{}" },
    recordedAt: envelope.recordedAt.getTime(),
  };
  // Envelope and payload of one type make one recorded event; TypeScript does not distribute over the union.
  return { ...envelope, ...event, stored } as RecordedEvent;
}

/** `seconds` after the time at which tests begin. */
export const at = (seconds: number) => new Date(start + seconds * 1000);
