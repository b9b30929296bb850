import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";
import { recordedProofs } from "./session-proofs.ts";

/** Events of `session-<id>`. */

/** How a session started. `link`: a link that an operator made. */
const method = z.enum(["password", "passkey", "registration", "link"]);
/** What was given beside it. `trusted-device`: nothing, because the user said so for this browser. */
const secondFactor = z.enum(["totp", "recovery-code", "hardware-key", "trusted-device", "email-code"]);

export const sessionStarted = defineEvent(
  "SessionStarted",
  {
    version: 4,
    upcasts: {
      1: (started) => ({ ...started, secondFactor: null, newDevice: false }),
      2: (started) => ({ ...started, generation: 1 }),
      3: (started) => ({ ...started, provenAt: null }),
    },
  },
  z.object({
    sessionId: z.uuid(),
    userId: z.uuid(),
    /** SHA-256 of the token's secret, base64url. */
    tokenHash: z.string(),
    /** Started by a registration whose address is not verified yet. */
    pending: z.boolean(),
    method,
    /** Null if the account had none, or if the method alone is enough. */
    secondFactor: secondFactor.nullable(),
    /** When the password was given, if that was before the start: at the registration. Null: at the start. */
    provenAt: z.iso.datetime().nullable(),
    /** Started in a browser that is not known to belong to the user, who gets an email about it. */
    newDevice: z.boolean(),
    rememberMe: z.boolean(),
    /** The user's session epoch at sign-in. A later epoch ends the session, unless it is the kept one. */
    sessionEpoch: z.int(),
    /** Of the log in which it started. Before version 3 there was only the first. */
    generation: z.int(),
    idleSeconds: z.int(),
    absoluteSeconds: z.int(),
  }),
);

/** The session was used. Recorded when `isActivityDue`. */
export const sessionSeen = defineEvent(
  "SessionSeen",
  {
    version: 3,
    upcasts: {
      1: (seen) => ({ ...seen, authenticatedAt: null, proofs: null }),
      2: (seen) => ({ ...seen, proofs: null }),
    },
  },
  z.object({
    sessionId: z.uuid(),
    /** When the user last proved who they are. Repeated here, so that the newest events of a long session say it. */
    authenticatedAt: z.iso.datetime().nullable(),
    /** Repeated for the same reason. Null before version 3. */
    proofs: recordedProofs.nullable(),
  }),
);

/** The user of the session proved again who they are. */
export const sessionReauthenticated = defineEvent(
  "SessionReauthenticated",
  { version: 2, upcasts: { 1: (proved) => ({ ...proved, userVerified: false, proofs: null }) } },
  z.object({
    sessionId: z.uuid(),
    method: z.enum(["password", "totp", "recovery-code", "hardware-key", "email-code"]),
    /** The hardware key checked who uses it. Before version 2 it was not recorded. */
    userVerified: z.boolean(),
    /** The proofs of the session before this one, repeated as by `SessionSeen`. Null before version 2. */
    proofs: recordedProofs.nullable(),
  }),
);

export const sessionEnded = defineEvent(
  "SessionEnded",
  1,
  z.object({
    sessionId: z.uuid(),
    reason: z.enum(["signed-out", "revoked", "replaced", "expired", "guessed", "limit"]),
  }),
);

export const sessionEvents = [sessionStarted, sessionSeen, sessionReauthenticated, sessionEnded] as const;
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
