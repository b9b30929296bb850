import type { ActivityDocument } from "@attestory/projections/read-models/activity.ts";

/** An entry in words. */
export interface Told {
  sentence: string;
  /** More about it, or null. */
  detail: string | null;
  /** Whether the owner may answer that it was not them. */
  canDisown: boolean;
}

/** What an entry is told from. */
interface Entry {
  facts: ActivityDocument["facts"];
  by: ActivityDocument["by"];
  /** The decrypted personal fields; empty once the person is erased. */
  personal: Readonly<Record<string, unknown>>;
}

type Teller = (entry: Entry) => Told;

const plain =
  (sentence: string, detail: string | null = null): Teller =>
  () => ({ sentence, detail, canDisown: false });
const disownable =
  (sentence: string, detail: string | null = null): Teller =>
  () => ({ sentence, detail, canDisown: true });

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

const whyReset: Record<string, string> = {
  "email-change-undone": "The change of your email address was undone",
  disowned: "You said of a change that it was not yours",
};

const roles = { isAdmin: "Admin", isDeveloper: "Developer", isPro: "Pro" } as const;

const tellers: Readonly<Record<ActivityDocument["event"], Teller>> = {
  UserRegistered: plain("You registered"),
  DecoyRegistered: plain("You registered"),
  RegistrationAborted: plain("The registration was not finished"),
  RegistrationLapsed: plain("The registration lapsed"),
  VerificationRequested: plain("A verification email was sent"),
  EmailVerified: plain("Your email address was verified"),
  ProfileChanged: plain("Your name was changed"),
  PasswordChanged: disownable("Your password was changed", "Every other session ended"),
  PasswordRehashed: plain("Your password was stored again"),
  OtherSessionsEnded: plain("Every other session was ended"),
  UserActivated: plain("Your account was activated"),
  UserDeactivated: plain("Your account was deactivated", "Every session ended"),
  RolesChanged: ({ facts }) => {
    const held = Object.entries(roles).flatMap(([role, name]) => (facts[role] === true ? [name] : []));
    const detail = held.length === 0 ? "No roles now" : `Now: ${held.join(", ")}`;
    return { sentence: "Your roles were changed", detail, canDisown: false };
  },
  PasswordResetRequested: ({ facts }) => ({
    sentence: "An email with a link to set a new password was requested",
    detail: whyReset[String(facts.reason)] ?? null,
    canDisown: false,
  }),
  PasswordReset: plain("Your password was reset", "With the link of an email. Every session ended"),
  EmailChangeRequested: ({ personal }) => ({
    sentence: "A change of your email address was requested",
    detail: typeof personal.email === "string" ? `To ${personal.email}` : null,
    canDisown: true,
  }),
  EmailChangeAnnounced: plain("You were told of the change"),
  EmailChangeCancelled: plain("The change of your email address was cancelled"),
  EmailChanged: ({ personal }) => ({
    sentence: "Your email address was changed",
    detail: typeof personal.email === "string" ? `To ${personal.email}` : null,
    canDisown: true,
  }),
  EmailChangeUndone: plain("The change of your email address was undone", "Every session ended"),
  EmailChangeSettled: plain("The change of your email address can no longer be undone"),
  UsernameChanged: ({ personal }) => ({
    sentence: "Your username was changed",
    detail: typeof personal.username === "string" ? `To ${personal.username}` : null,
    canDisown: true,
  }),
  IdentifierChangeFenced: plain("An interrupted change was ended"),
  RescueLinkMade: plain("The operator made a link that lets you in again"),
  RescueLinkUsed: ({ facts }) => ({
    sentence: "The operator's link was used",
    detail: facts.purpose === "password" ? "It set a new password" : "It removed your second factors",
    canDisown: false,
  }),
  RescueFinished: plain("Your second factors were removed"),
  AdminLinkUsed: plain("The link for the first admin was used"),
  SessionStarted: ({ facts }) => ({
    sentence: facts.method === "passkey" ? "Signed in with a passkey" : "Signed in",
    detail: null,
    canDisown: true,
  }),
  SessionSeen: plain("A session was used"),
  SessionReauthenticated: disownable("Confirmed that it is you"),
  SessionEnded: ({ facts }) => {
    const reason = String(facts.reason);
    return { sentence: ends[reason] ?? "A session ended", detail: whyEnded[reason] ?? null, canDisown: false };
  },
  WrongPasswordGiven: ({ facts }) => ({
    sentence: "A wrong password was refused",
    detail: facts.knownDevice === true ? "From a device that you have signed in on" : null,
    canDisown: false,
  }),
  AttemptsDelayed: plain("New devices must wait before they can sign in"),
  AttemptsLocked: plain("Many wrong passwords were refused", "New devices now wait 15 minutes between attempts"),
  UnlockOffered: plain("An email offered to end the wait after wrong passwords"),
  AttemptsLifted: ({ facts }) => ({
    sentence: "The wait after wrong passwords ended",
    detail: facts.reason === "unlocked" ? "By the link of our email" : "By a sign-in",
    canDisown: false,
  }),
};

/** Tells an entry in words. */
export const tell = (document: ActivityDocument, personal: Entry["personal"]): Told =>
  tellers[document.event]({ facts: document.facts, by: document.by, personal });
