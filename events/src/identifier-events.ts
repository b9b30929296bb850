import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Facts of `email-<hmac>` and `username-<hmac>`: who owns an address or a name. And of `claimsProgress`. */

/** Held for a registration under way; after `leaseUntil` whoever meets it may find out what became of it. */
export const identifierClaimed = defineEvent(
  "IdentifierClaimed",
  1,
  z.object({ userId: z.uuid(), leaseUntil: z.iso.datetime() }),
);
export const identifierConfirmed = defineEvent("IdentifierConfirmed", 1, z.object({ userId: z.uuid() }));
export const identifierReleased = defineEvent("IdentifierReleased", 1, z.object({ userId: z.uuid() }));

/** Every claim up to `position` has been confirmed or released. */
export const claimsProgressed = defineEvent("ClaimsProgressed", 1, z.object({ position: z.string().regex(/^\d+$/) }));

const identifierFacts = [identifierClaimed, identifierConfirmed, identifierReleased] as const;
export type IdentifierEvent = EventOf<(typeof identifierFacts)[number]>;
export type ClaimsProgressed = EventOf<typeof claimsProgressed>;

export const identifierEvents = [...identifierFacts, claimsProgressed] as const;
