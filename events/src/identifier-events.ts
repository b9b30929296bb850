import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Events of `email-<hmac>` and `username-<hmac>` (the owner of an address or username), of `claimsProgress`, of `lapsesProgress`, of `emailChangesProgress` and of `settlements`. */

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

/** Every change of an address up to `position` was undone, or can no longer be. */
export const emailChangesProgressed = defineEvent(
  "EmailChangesProgressed",
  1,
  z.object({ position: z.string().regex(/^\d+$/) }),
);

/** `identifier`: the stream of one address or username. Null: all that the registration holds. */
const settlement = { userId: z.uuid(), identifier: z.string().nullable() };

/** A worker could not settle a reservation, or end a registration, within a day of `since`. What is reserved stays reserved. */
export const settlementAbandoned = defineEvent(
  "SettlementAbandoned",
  1,
  z.object({ ...settlement, since: z.iso.datetime() }),
);
/** What was abandoned has been settled after all. */
export const settlementResolved = defineEvent("SettlementResolved", 1, z.object(settlement));

const identifierFacts = [identifierClaimed, identifierConfirmed, identifierReleased] as const;
export type IdentifierEvent = EventOf<(typeof identifierFacts)[number]>;
const settlementFacts = [settlementAbandoned, settlementResolved] as const;
export type SettlementEvent = EventOf<(typeof settlementFacts)[number]>;
export type ClaimsProgressed = EventOf<typeof claimsProgressed>;
export type LapsesProgressed = EventOf<typeof lapsesProgressed>;
export type EmailChangesProgressed = EventOf<typeof emailChangesProgressed>;

export const identifierEvents = [
  ...identifierFacts,
  claimsProgressed,
  lapsesProgressed,
  emailChangesProgressed,
  ...settlementFacts,
] as const;
