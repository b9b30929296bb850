import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Events of `admins`: the accounts that count as active admins, and the link that makes the first one. */

/** The account counts as an active admin: it became one with the change of its roles or status that has this number. */
export const adminListed = defineEvent(
  "AdminListed",
  1,
  z.object({ userId: z.uuid(), accessVersion: z.int().nonnegative() }),
);

/**
 * The account no longer counts: from the state that has this number, it may stop being an active admin. Recorded before the account's own
 * event, and refused for the last one that counts.
 */
export const adminUnlisted = defineEvent(
  "AdminUnlisted",
  1,
  z.object({ userId: z.uuid(), accessVersion: z.int().nonnegative() }),
);

/** The command line made a link whose opener becomes the first admin. Only the newest one is valid. */
export const adminLinkMade = defineEvent("AdminLinkMade", 1, z.object({}));
/** `linkId`: the event that made the link. */
export const adminLinkUsed = defineEvent("AdminLinkUsed", 1, z.object({ linkId: z.uuid(), userId: z.uuid() }));

export const adminEvents = [adminListed, adminUnlisted, adminLinkMade, adminLinkUsed] as const;
export type AdminEvent = EventOf<(typeof adminEvents)[number]>;
