import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Facts of `mail-<event id>` and of `mailProgress`. */

const cause = { causeId: z.uuid(), causeStream: z.string(), causeVersion: z.int(), letter: z.string() };

/** The mail server took the letter that the event asks for. What prevents a second one. */
export const letterSent = defineEvent("LetterSent", 1, z.object(cause));

/** The letter was tried for too long, or has become pointless. */
export const letterAbandoned = defineEvent("LetterAbandoned", 1, z.object({ ...cause, reason: z.string() }));

/** Every event up to `position` needs no letter any more. */
export const mailProgressed = defineEvent("MailProgressed", 1, z.object({ position: z.string().regex(/^\d+$/) }));

export const mailEvents = [letterSent, letterAbandoned, mailProgressed] as const;
export type MailEvent = EventOf<(typeof mailEvents)[number]>;
