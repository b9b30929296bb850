import { randomUUID } from "node:crypto";
import type { Clock } from "@attestory/event-store/clock.ts";
import { type EventLog, VersionConflict } from "@attestory/event-store/log/event-log.ts";
import type { Sealing } from "@attestory/event-store/vault/sealing.ts";
import type { NewEvent } from "@attestory/events/catalogue.ts";
import { sessionStream } from "@attestory/events/envelope.ts";
import { isActivityDue } from "@attestory/events/session-validity.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { BackgroundWork } from "@attestory/runtime/background-work.ts";
import type { SessionPrincipal } from "./query-route.ts";

/** Events about session use. The query side appends only such events: what was used, and what was shown. */
export interface SessionActivity {
  /** Appends the use of a session to the log if that is due, without delaying the answer. Failures never reach the caller. */
  recordActivity(principal: SessionPrincipal, context: RequestContext): void;
  /** Resolves when all pending appends have ended. */
  settled(): Promise<void>;
}

interface SessionActivityParts {
  log: Pick<EventLog, "append">;
  sealing: Pick<Sealing, "seal">;
  now: Clock;
  reportError: (message: string, error: unknown) => void;
}

const mostRemembered = 10_000;

export function createSessionActivity({ log, sealing, now, reportError }: SessionActivityParts): SessionActivity {
  /** When this process last tried to record a session's use, in milliseconds: its document holds only uses already projected. */
  const tried = new Map<string, number>();
  const appends = new BackgroundWork((error) => reportError("session activity not recorded", error));

  const isDue = ({ session }: SessionPrincipal, at: Date): boolean => {
    const lastSeenAt = new Date(Math.max(session.lastSeenAt, tried.get(session.id) ?? 0));
    return isActivityDue({ lastSeenAt, idleSeconds: session.idleSeconds }, at);
  };

  const append = async (fact: NewEvent, { session }: SessionPrincipal): Promise<void> => {
    try {
      const stream = sessionStream(session.id);
      await log.append(stream, session.version, await sealing.seal(stream, [fact]));
    } catch (error) {
      // On a conflict, another process has just recorded a use or ended the session.
      if (!(error instanceof VersionConflict)) throw error;
    }
  };

  return {
    recordActivity(principal, context) {
      const at = now();
      if (!isDue(principal, at)) return;
      if (tried.size >= mostRemembered) tried.clear();
      tried.set(principal.sessionId, at.getTime());
      // Read now: the address is gone once the connection closes.
      const fact = sessionSeen(principal, context, at);
      appends.start(() => append(fact, principal));
    },
    settled: () => appends.settled(),
  };
}

const sessionSeen = (
  { sessionId, userId, session }: SessionPrincipal,
  context: RequestContext,
  recordedAt: Date,
): NewEvent => ({
  id: randomUUID(),
  event: { type: "SessionSeen", data: { sessionId, authenticatedAt: new Date(session.authenticatedAt).toISOString() } },
  person: userId,
  recordedAt,
  actor: { kind: "user", id: userId },
  delegate: null,
  sessionId,
  correlationId: context.requestId,
  causationId: null,
  fingerprint: null,
  ip: context.clientAddress,
  userAgent: context.userAgent,
});
