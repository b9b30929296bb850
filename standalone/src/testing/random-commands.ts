import { randomUUID } from "node:crypto";
import type { UserCommand } from "@attestory/command-api/accounts/user-command.ts";
import type { SessionCommand } from "@attestory/command-api/sessions/session.ts";
import { sampleSession } from "@attestory/events/testing/sample-session.ts";
import type { CommandOf, Fields } from "./random-fields.ts";

const account = ({ userId, username, text }: Fields) => ({
  userId,
  email: `${text}@example.com`,
  username,
  firstName: text,
  lastName: null,
});
const invited = ({ flag, invitationId }: Fields) => ({ invitationId: flag ? invitationId : null });
const by = ({ sessionId, registered }: Fields) => ({ sessionId, sessionEpoch: registered?.sessionEpoch ?? 0 });
const verifiedAgainst = ({ registered, flag }: Fields) => (flag ? (registered?.passwordHash ?? "") : "another");
const rescueLink = ({ registered }: Fields) => registered?.rescue?.id ?? randomUUID();
const passwordHash = ({ text }: Fields) => `hash of ${text}`;

/** The fields of every command of a user. A new command does not compile before it has a line here. */
export const userCommands: CommandOf<UserCommand> = {
  register: (fields) => ({ ...account(fields), ...invited(fields), passwordHash: passwordHash(fields) }),
  "register-decoy": (fields) => ({ ...account(fields), ...invited(fields), ownerId: fields.ownerId }),
  "abort-registration": ({ userId }) => ({ userId }),
  "request-verification": ({ now }) => ({ now }),
  lapse: ({ flag, now }) => ({ reason: flag ? "expired" : "replaced", now }),
  "verify-email": ({ registered, flag, now }) => ({
    verificationId: flag ? (registered?.verification.id ?? "") : randomUUID(),
    sameBrowser: flag,
    now,
  }),
  "change-profile": ({ text, flag }) => ({ firstName: flag ? text : null, lastName: text }),
  "change-password": (fields) => ({
    verifiedAgainst: verifiedAgainst(fields),
    passwordHash: passwordHash(fields),
    by: by(fields),
  }),
  "remove-password": (fields) => ({ removed: verifiedAgainst(fields), by: by(fields) }),
  "set-password": (fields) => ({ passwordHash: passwordHash(fields), by: by(fields) }),
  "rehash-password": (fields) => ({
    verifiedAgainst: verifiedAgainst(fields),
    passwordHash: passwordHash(fields),
  }),
  "end-other-sessions": (fields) => ({ by: by(fields) }),
  "end-all-sessions": () => ({}),
  "force-reset": () => ({ causeId: randomUUID() }),
  "secure-parts": (fields) => ({
    causeId: randomUUID(),
    ended: fields.flag ? ["password", "sessions", "apiKeys", "trustedBrowsers"] : ["consents", "hardwareKeys"],
    by: fields.flag ? by(fields) : null,
  }),
  "request-password-reset": ({ now }) => ({ now }),
  "reset-password": (fields) => ({
    resetId: fields.registered?.reset?.id ?? randomUUID(),
    passwordHash: passwordHash(fields),
    now: fields.now,
  }),
  "request-email-change": ({ text, flag }) => ({ email: `${text}@example.net`, taken: flag }),
  "cancel-email-change": () => ({}),
  "change-email": ({ registered, now }) => ({
    requestId: registered?.pendingEmail?.id ?? randomUUID(),
    identifier: "email-new",
    formerIdentifier: "email-former",
    fences: registered?.fences ?? 0,
    now,
  }),
  "undo-email-change": ({ registered, now }) => ({ changeId: registered?.emailChanges[0]?.id ?? randomUUID(), now }),
  "settle-email-change": ({ registered, now }) => ({ changeId: registered?.emailChanges[0]?.id ?? randomUUID(), now }),
  "change-username": ({ username, text, registered }) => ({
    username: `${username}-${text}`,
    from: registered?.username ?? null,
    formerIdentifier: "username-former",
    fences: registered?.fences ?? 0,
  }),
  "fence-identifier-change": () => ({}),
  "secure-account": ({ now }) => ({ causeId: randomUUID(), causedAt: now }),
  "change-status": ({ flag, registered }) => ({ isActive: flag, accessVersion: registered?.accessVersion ?? 0 }),
  "change-roles": ({ flag, text, registered }) => ({
    isAdmin: flag,
    isDeveloper: text === "Ada",
    isPro: false,
    accessVersion: registered?.accessVersion ?? 0,
  }),
  "enable-developer": () => ({}),
  "verify-by-operator": () => ({}),
  "make-rescue-link": () => ({}),
  "rescue-password": (fields) => ({
    linkId: rescueLink(fields),
    passwordHash: passwordHash(fields),
    now: fields.now,
  }),
  "rescue-second-factors": (fields) => ({ linkId: rescueLink(fields), now: fields.now }),
  "finish-rescue": (fields) => ({ linkId: rescueLink(fields) }),
};
export const sessionCommands: CommandOf<SessionCommand> = {
  start: ({ sessionId, userId, registered, flag }) =>
    sampleSession({
      sessionId,
      userId,
      pending: !registered?.emailVerified,
      rememberMe: flag,
      sessionEpoch: registered?.sessionEpoch ?? 0,
    }),
  "record-activity": ({ now }) => ({ now }),
  reauthenticate: ({ flag }) => ({ method: flag ? "password" : "totp" }),
  end: ({ userId, flag }) => ({ userId, reason: flag ? "signed-out" : "expired" }),
};
