import { sessionStream } from "@attestory/events/envelope.ts";
import { isActivityDue } from "@attestory/events/session-validity.ts";
import type { SessionPrincipal } from "../handling/query-route.ts";
import type { Use } from "../recording/use-recorder.ts";

export const sessionActivity = ({ sessionId, userId, session }: SessionPrincipal): Use => ({
  event: {
    type: "SessionSeen",
    data: { sessionId, authenticatedAt: new Date(session.authenticatedAt).toISOString(), proofs: session.proofs },
  },
  userId,
  delegate: null,
  sessionId,
  stream: sessionStream(sessionId),
  version: session.version,
  lastUsedAt: session.lastSeenAt,
  isDue: (lastSeenAt, now) =>
    isActivityDue({ pending: session.pending, lastSeenAt, idleSeconds: session.idleSeconds }, now),
});
