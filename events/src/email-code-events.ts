import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Events of `codes-<user>`: codes that the user's address was sent. A code is derived from the id of its request, and not stored. */

const purpose = z.enum(["sign-in", "step-up"]);

/** An email with a code was requested. Only the newest code of a purpose is valid. */
export const emailCodeRequested = defineEvent("EmailCodeRequested", 1, z.object({ userId: z.uuid(), purpose }));

/** `codeId`: the event that requested the code, as below. */
export const emailCodeUsed = defineEvent("EmailCodeUsed", 1, z.object({ userId: z.uuid(), purpose, codeId: z.uuid() }));

/** Another code than the one that was sent. After a few of these, the code is no longer accepted. */
export const wrongEmailCodeGiven = defineEvent(
  "WrongEmailCodeGiven",
  1,
  z.object({ userId: z.uuid(), purpose, codeId: z.uuid() }),
);

export const emailCodeEvents = [emailCodeRequested, emailCodeUsed, wrongEmailCodeGiven] as const;
export type EmailCodeEvent = EventOf<(typeof emailCodeEvents)[number]>;
