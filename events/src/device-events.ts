import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/**
 * Events of `deviceRequest-<HMAC of a user code>`: a device asks for a sign-in, and its user answers on another one (RFC 8628). Neither
 * the user code nor the device code is stored. A code may come again once its request has expired.
 */

const request = { authorizationId: z.uuid(), applicationId: z.uuid() };

/** `authorizationId`: of the grant that the user may give. `generation`: of the log. `resource`: the API that was named; null for none. */
export const deviceAuthorizationRequested = defineEvent(
  "DeviceAuthorizationRequested",
  1,
  z.object({
    ...request,
    scopes: z.array(z.string()),
    resource: z.string().nullable(),
    generation: z.int(),
    expiresAt: z.iso.datetime(),
  }),
);

/** `applicationName`: as the user saw it. `sessionId`: in which they answered. */
export const deviceAuthorizationAnswered = defineEvent(
  "DeviceAuthorizationAnswered",
  1,
  z.object({
    ...request,
    userId: z.uuid(),
    sessionId: z.uuid(),
    applicationName: z.string(),
    outcome: z.enum(["granted", "denied"]),
  }),
);

/** The device asked sooner than it may. From now on it has to wait five seconds longer. */
export const deviceSlowedDown = defineEvent("DeviceSlowedDown", 1, z.object({ authorizationId: z.uuid() }));

export const deviceRequestEvents = [
  deviceAuthorizationRequested,
  deviceAuthorizationAnswered,
  deviceSlowedDown,
] as const;
export type DeviceRequestEvent = EventOf<(typeof deviceRequestEvents)[number]>;
