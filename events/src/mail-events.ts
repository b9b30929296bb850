import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Events of `mail-<event id>` and of `mailProgress`. */

const cause = { causeId: z.uuid(), causeStream: z.string(), causeVersion: z.int(), letter: z.string() };

/** The mail server accepted the email that the causing event asks for. Prevents a second email. */
export const letterSent = defineEvent("LetterSent", 1, z.object(cause));

/** The email could not be sent for too long, or has become pointless. */
export const letterAbandoned = defineEvent("LetterAbandoned", 1, z.object({ ...cause, reason: z.string() }));

/** No event up to `position` needs an email any more. */
export const mailProgressed = defineEvent("MailProgressed", 1, z.object({ position: z.string().regex(/^\d+$/) }));

export const mailEvents = [letterSent, letterAbandoned, mailProgressed] as const;
export type MailEvent = EventOf<(typeof mailEvents)[number]>;
