import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Facts of `attempts-<user>`: guesses at a person's password. Bounded, so that guessing does not fill the log. */

/** A password was judged and is not the person's; the first few are told, a storm is not. */
export const wrongPasswordGiven = defineEvent(
  "WrongPasswordGiven",
  1,
  z.object({
    userId: z.uuid(),
    door: z.enum(["sign-in", "password-change"]),
    /** It came from a device on which the person has signed in before. */
    knownDevice: z.boolean(),
  }),
);

const step = z.object({ userId: z.uuid(), seconds: z.int() });
/** From now on a guess has to wait so long for the next; told once for each longer wait. */
export const attemptsDelayed = defineEvent("AttemptsDelayed", 1, step);
/** The wait has become the longest there is. */
export const attemptsLocked = defineEvent("AttemptsLocked", 1, step);

/** What was delayed or locked is not any more. */
export const attemptsLifted = defineEvent(
  "AttemptsLifted",
  1,
  z.object({ userId: z.uuid(), reason: z.enum(["signed-in"]) }),
);

export const attemptEvents = [wrongPasswordGiven, attemptsDelayed, attemptsLocked, attemptsLifted] as const;
export type AttemptEvent = EventOf<(typeof attemptEvents)[number]>;
