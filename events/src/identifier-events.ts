import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Events of `email-<hmac>` and `username-<hmac>` (the owner of an address or username), of `claimsProgress` and of `lapsesProgress`. */

/** Reserved for a registration in progress. After `leaseUntil`, any process may check the registration and settle the reservation. */
export const identifierClaimed = defineEvent(
  "IdentifierClaimed",
  1,
  z.object({ userId: z.uuid(), leaseUntil: z.iso.datetime() }),
);
export const identifierConfirmed = defineEvent("IdentifierConfirmed", 1, z.object({ userId: z.uuid() }));
export const identifierReleased = defineEvent("IdentifierReleased", 1, z.object({ userId: z.uuid() }));

/** Every reservation up to `position` has been confirmed or released. */
export const claimsProgressed = defineEvent("ClaimsProgressed", 1, z.object({ position: z.string().regex(/^\d+$/) }));

/** Every registration up to `position` was verified or has lapsed. */
export const lapsesProgressed = defineEvent("LapsesProgressed", 1, z.object({ position: z.string().regex(/^\d+$/) }));

const identifierFacts = [identifierClaimed, identifierConfirmed, identifierReleased] as const;
export type IdentifierEvent = EventOf<(typeof identifierFacts)[number]>;
export type ClaimsProgressed = EventOf<typeof claimsProgressed>;
export type LapsesProgressed = EventOf<typeof lapsesProgressed>;

export const identifierEvents = [...identifierFacts, claimsProgressed, lapsesProgressed] as const;
