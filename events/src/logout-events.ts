import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

const signedIn = { userId: z.uuid(), sessionId: z.uuid(), applicationId: z.uuid() };

/** Events of `applicationSessions-<user id>`: which applications are told when a session of this user ends. */

/** The application asked to be told of the end of sessions, and gets an ID token of this one. `endsAt`: the session has expired by then. */
export const applicationSignedIn = defineEvent(
  "ApplicationSignedIn",
  1,
  z.object({ ...signedIn, endsAt: z.iso.datetime() }),
);
/** The session ended: the application is to get a logout token. */
export const logoutRequested = defineEvent("LogoutRequested", 1, z.object(signedIn));

export const applicationSessionEvents = [applicationSignedIn, logoutRequested] as const;
export type ApplicationSessionEvent = EventOf<(typeof applicationSessionEvents)[number]>;

/** Events of `logout-<event id>` and of `logoutsProgress`. */

/** The application took the logout token that the causing event asks for. Prevents a second one. */
export const logoutTokenSent = defineEvent("LogoutTokenSent", 1, z.object({ causeId: z.uuid(), ...signedIn }));
/** The application did not take it for too long, or wants none any more. */
export const logoutTokenAbandoned = defineEvent(
  "LogoutTokenAbandoned",
  1,
  z.object({ causeId: z.uuid(), ...signedIn, reason: z.enum(["not taken", "not wanted"]) }),
);
/** No event up to `position` needs a logout token any more. */
export const logoutsProgressed = defineEvent("LogoutsProgressed", 1, z.object({ position: z.string().regex(/^\d+$/) }));

export const logoutEvents = [logoutTokenSent, logoutTokenAbandoned, logoutsProgressed] as const;
export type LogoutEvent = EventOf<(typeof logoutEvents)[number]>;
