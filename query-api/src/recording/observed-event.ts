import { randomUUID } from "node:crypto";
import type { AttestoryEvent, NewEvent } from "@attestory/events/catalogue.ts";
import type { Delegate } from "@attestory/events/envelope.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";

/** What a request used or was shown, and who asked for it. */
export interface Observed {
  event: AttestoryEvent;
  userId: string;
  /** The application or API key that acted for the user; null if the user's own session did. */
  delegate: Delegate | null;
  sessionId: string | null;
}

/** The only events that the query side appends: what was used, and what was shown. */
export const observedEvent = (
  { event, userId, delegate, sessionId }: Observed,
  { requestId, clientAddress, userAgent }: RequestContext,
  recordedAt: Date,
): NewEvent => ({
  id: randomUUID(),
  event,
  person: userId,
  recordedAt,
  actor: { kind: "user", id: userId },
  delegate,
  sessionId,
  correlationId: requestId,
  causationId: null,
  fingerprint: null,
  ip: clientAddress,
  userAgent,
});
