import { v7 as uuidv7 } from "uuid";
import { metadataText, type SealedEvent, sessionStream } from "../envelope.ts";

/** A new stream, without events. */
export const exampleStream = () => sessionStream(uuidv7());

/** An event that every log must accept, with a new id. */
export const exampleEvent = (differences: Partial<SealedEvent> = {}): SealedEvent => ({
  id: uuidv7(),
  type: "SessionSeen",
  schemaVersion: 1,
  recordedAt: Date.UTC(2026, 0, 31, 12),
  person: null,
  data: JSON.stringify({ sessionId: uuidv7() }),
  metadata: metadataText({
    actor: { kind: "system", id: "example" },
    correlationId: uuidv7(),
    sessionId: null,
    delegate: null,
    causationId: null,
    fingerprint: null,
  }),
  sealed: null,
  ...differences,
});

export const exampleEvents = (count: number): SealedEvent[] => Array.from({ length: count }, () => exampleEvent());
