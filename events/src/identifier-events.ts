import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Facts of `email-<hmac>` and `username-<hmac>`: who owns an address or a name. */

/** Held for a registration under way; after `leaseUntil` whoever meets it may find out what became of it. */
export const identifierClaimed = defineEvent(
  "IdentifierClaimed",
  1,
  z.object({ userId: z.uuid(), leaseUntil: z.iso.datetime() }),
);
export const identifierConfirmed = defineEvent("IdentifierConfirmed", 1, z.object({ userId: z.uuid() }));
export const identifierReleased = defineEvent("IdentifierReleased", 1, z.object({ userId: z.uuid() }));

export const identifierEvents = [identifierClaimed, identifierConfirmed, identifierReleased] as const;
export type IdentifierEvent = EventOf<(typeof identifierEvents)[number]>;
