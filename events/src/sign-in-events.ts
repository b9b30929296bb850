import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Events of `session-<id>`. */

export const sessionStarted = defineEvent(
  "SessionStarted",
  1,
  z.object({
    sessionId: z.uuid(),
    userId: z.uuid(),
    /** SHA-256 of the token's secret, base64url. */
    tokenHash: z.string(),
    /** Started by a registration whose address is not verified yet. */
    pending: z.boolean(),
    method: z.enum(["password", "registration"]),
    rememberMe: z.boolean(),
    /** The user's session epoch at sign-in. A later epoch ends the session, unless it is the kept one. */
    sessionEpoch: z.int(),
    idleSeconds: z.int(),
    absoluteSeconds: z.int(),
  }),
);

/** The session was used. Recorded when `isActivityDue`. */
export const sessionSeen = defineEvent("SessionSeen", 1, z.object({ sessionId: z.uuid() }));

export const sessionEnded = defineEvent(
  "SessionEnded",
  1,
  z.object({
    sessionId: z.uuid(),
    reason: z.enum(["signed-out", "revoked", "replaced", "expired", "guessed", "limit"]),
  }),
);

export const sessionEvents = [sessionStarted, sessionSeen, sessionEnded] as const;
export type SessionEvent = EventOf<(typeof sessionEvents)[number]>;

/** Events of `sessions-<user id>`. */

/** A sign-in's session counts towards the most sessions that a user may have. */
export const sessionCounted = defineEvent(
  "SessionCounted",
  1,
  z.object({
    userId: z.uuid(),
    sessionId: z.uuid(),
    /** The session counts for this long at most. */
    absoluteSeconds: z.int(),
    /** Sessions that counted before and were found to have ended. */
    noLongerCounted: z.array(z.uuid()),
  }),
);

export const liveSessionEvents = [sessionCounted] as const;
export type LiveSessionEvent = EventOf<(typeof liveSessionEvents)[number]>;
