import type { AttemptEvent } from "@attestory/events/attempt-events.ts";
import type { SessionEvent } from "@attestory/events/sign-in-events.ts";
import type { ShownEvent } from "@attestory/projections/read-models/activity-entries.ts";
import { signedInWith, startOfSession } from "../sign-in/signed-in-with.ts";
import { type Describer, disownable, plain } from "./description.ts";

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
/** An admin is named where every entry names one. */
const liftedBy: Readonly<Record<string, string>> = {
  unlocked: "By the link of our email",
  "signed-in": "By a sign-in",
};

export const signInDescriptions: Readonly<
  Record<Extract<ShownEvent, (SessionEvent | AttemptEvent)["type"]>, Describer>
> = {
  SessionStarted: ({ facts }) => {
    const start = startOfSession.parse(facts);
    if (start.method === "passkey") return { sentence: "Signed in with a passkey", detail: null, canDisown: true };
    return { sentence: "Signed in", detail: `With ${signedInWith(start)}`, canDisown: true };
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
    detail: liftedBy[String(facts.reason)] ?? null,
    canDisown: false,
  }),
};
