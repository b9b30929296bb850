import { randomUUID } from "node:crypto";
import type { AttestoryEvent, NewEvent } from "@attestory/events/catalogue.ts";

/** A decided event of no person, by the system, now. `differences` overrides these defaults. */
export const newEvent = (event: AttestoryEvent, differences: Partial<NewEvent> = {}): NewEvent => ({
  id: randomUUID(),
  event,
  person: null,
  recordedAt: new Date(),
  actor: { kind: "system", id: "test" },
  correlationId: randomUUID(),
  sessionId: null,
  delegate: null,
  causationId: null,
  fingerprint: null,
  ip: null,
  userAgent: null,
  ...differences,
});
