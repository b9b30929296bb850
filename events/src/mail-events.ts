import { z } from "zod";
import { defineEvent, type EventOf, personal } from "./define-event.ts";

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

/** Events of `mailTest-<id>`: an admin's check of the mail settings. */

const mailTest = { testId: z.uuid(), userId: z.uuid() };

export const mailTestRequested = defineEvent("MailTestRequested", 1, z.object(mailTest));

const step = z.object({
  step: z.enum(["connection", "tls", "sign-in", "sender", "recipient", "message"]),
  state: z.enum(["done", "failed", "skipped"]),
  said: z.string().nullable(),
});
/** `steps`: how far the email got. What the server said may name the recipient, so it is encrypted. */
export const mailTestFinished = defineEvent(
  "MailTestFinished",
  1,
  z.object({ ...mailTest, steps: personal(z.array(step)) }),
);

export const mailTestEvents = [mailTestRequested, mailTestFinished] as const;
export type MailTestEvent = EventOf<(typeof mailTestEvents)[number]>;
