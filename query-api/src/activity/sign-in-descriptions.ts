import type { AttemptEvent } from "@attestory/events/attempt-events.ts";
import type { SessionEvent } from "@attestory/events/sign-in-events.ts";
import type { ShownEvent } from "@attestory/projections/read-models/activity-entries.ts";
import { type Describer, disownable, plain } from "./description.ts";

/** In the words of the list of sessions. */
const ways: Record<string, string> = {
  password: "A password",
  registration: "A new account",
  link: "A link from an operator",
};
const factors: Record<string, string> = {
  totp: "and a code",
  "recovery-code": "and a recovery code",
  "hardware-key": "and a hardware key",
  "trusted-device": "on a trusted device",
  "email-code": "and an emailed code",
};

const ends: Record<string, string> = {
  "signed-out": "Signed out",
  revoked: "A session was ended",
  guessed: "A session was ended",
  limit: "The oldest session was ended",
};
const whyEnded: Record<string, string> = {
  guessed: "Too many wrong passwords came from it",
  limit: "More than 100 sessions were active",
};

/** Sign-ins, sessions and refused passwords in words. */
export const signInDescriptions: Readonly<
  Record<Extract<ShownEvent, (SessionEvent | AttemptEvent)["type"]>, Describer>
> = {
  SessionStarted: ({ facts }) => {
    const factor = factors[String(facts.secondFactor)];
    if (facts.method === "passkey") return { sentence: "Signed in with a passkey", detail: null, canDisown: true };
    const way = ways[String(facts.method)] ?? "A password";
    return { sentence: "Signed in", detail: factor ? `${way} ${factor}` : way, canDisown: true };
  },
  SessionReauthenticated: disownable("Confirmed who you are"),
  SessionEnded: ({ facts }) => {
    const reason = String(facts.reason);
    return { sentence: ends[reason] ?? "A session ended", detail: whyEnded[reason] ?? null, canDisown: false };
  },
  WrongPasswordGiven: ({ facts }) => ({
    sentence: "A wrong password was refused",
    detail: facts.knownDevice === true ? "From a device that you have signed in on" : null,
    canDisown: false,
  }),
  AttemptsLocked: plain("Many wrong passwords were refused", "New devices now wait 15 minutes between attempts"),
  UnlockOffered: plain("An email offered to end the wait after wrong passwords"),
  AttemptsLifted: ({ facts }) => ({
    sentence: "The wait after wrong passwords ended",
    detail: facts.reason === "unlocked" ? "By the link of our email" : "By a sign-in",
    canDisown: false,
  }),
};
