import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Events of `attempts-<user>`: attempts on a user's password. Their number is bounded, so that guessing does not fill the log. */

/** A password was checked and is wrong. Only the first few are recorded, not every one of an attack. */
export const wrongPasswordGiven = defineEvent(
  "WrongPasswordGiven",
  // Version 2 has a further door. What version 1 wrote stays as it is.
  { version: 2, upcasts: { 1: (given) => given } },
  z.object({
    userId: z.uuid(),
    door: z.enum(["sign-in", "password-change", "step-up"]),
    /** The attempt came from a device on which the user has signed in before. */
    knownDevice: z.boolean(),
  }),
);

const step = z.object({ userId: z.uuid(), seconds: z.int() });
/** From now on, the next attempt has to wait this many `seconds`. Recorded once for each longer delay. */
export const attemptsDelayed = defineEvent("AttemptsDelayed", 1, step);
/** The delay has reached its maximum. */
export const attemptsLocked = defineEvent("AttemptsLocked", 1, step);

/** An email offers a link that ends the wait once. Its id is part of the link's token. At most one link is valid at a time. */
export const unlockOffered = defineEvent("UnlockOffered", 1, z.object({ userId: z.uuid() }));

/** The delay or lock was lifted: by a right password, by an admin, or by the link of an email, which is thereby used up. */
export const attemptsLifted = defineEvent(
  "AttemptsLifted",
  // Version 2 has a further reason. What version 1 wrote stays as it is.
  { version: 2, upcasts: { 1: (lifted) => lifted } },
  z.object({ userId: z.uuid(), reason: z.enum(["signed-in", "unlocked", "admin"]) }),
);

export const attemptEvents = [
  wrongPasswordGiven,
  attemptsDelayed,
  attemptsLocked,
  unlockOffered,
  attemptsLifted,
] as const;
export type AttemptEvent = EventOf<(typeof attemptEvents)[number]>;
