import { z } from "zod";
import { allowedApi } from "./api-events.ts";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Events of `consent-<digest of user and application>`: what a user allowed an application. */

const consent = { userId: z.uuid(), applicationId: z.uuid() };

/**
 * `scopes`: everything that is allowed from now on, and `apis` what is allowed at APIs of applications; none before version 2.
 * `applicationName`: as the user saw it. `isNew`: the application had no access before.
 */
export const consentGranted = defineEvent(
  "ConsentGranted",
  { version: 2, upcasts: { 1: (event) => ({ ...event, apis: [] }) } },
  z.object({
    ...consent,
    scopes: z.array(z.string()),
    apis: z.array(allowedApi),
    applicationName: z.string(),
    isNew: z.boolean(),
  }),
);
/**
 * Ends every code and token of the application for this user, also those that rest on trust. `applicationName`: as the user last saw it.
 * Without a consent, the name that a trusted application had. `disowned`: by the link of an email. `admin`: by an admin, since version 2.
 */
export const consentRevoked = defineEvent(
  "ConsentRevoked",
  { version: 2, upcasts: { 1: (event) => event } },
  z.object({ ...consent, applicationName: z.string(), reason: z.enum(["owner", "disowned", "admin"]) }),
);
/** The application used its access. Recorded at most every five minutes. */
export const consentUsed = defineEvent("ConsentUsed", 1, z.object(consent));

export const consentEvents = [consentGranted, consentRevoked, consentUsed] as const;
export type ConsentEvent = EventOf<(typeof consentEvents)[number]>;
