import { randomUUID } from "node:crypto";
import type { AttestoryEvent, NewEvent } from "@attestory/events/catalogue.ts";

/** An event that a part of the service decides by itself, about nobody's personal data. `id` names the part. */
export const systemEvent = (event: AttestoryEvent, { id, now }: { id: string; now: Date }): NewEvent => ({
  id: randomUUID(),
  event,
  person: null,
  recordedAt: now,
  actor: { kind: "system", id },
  delegate: null,
  sessionId: null,
  correlationId: randomUUID(),
  causationId: null,
  fingerprint: null,
  ip: null,
  userAgent: null,
});
