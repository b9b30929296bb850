import { randomUUID } from "node:crypto";
import type { UserCommand } from "@attestory/command-api/accounts/user-command.ts";
import type { SessionCommand } from "@attestory/command-api/sessions/session.ts";
import { sampleSession } from "@attestory/events/testing/sample-session.ts";
import type { CommandOf, Fields } from "./random-fields.ts";

const account = ({ userId, email, username, text, flag, invitationId }: Fields) => ({
  userId,
  email,
  username,
  firstName: text,
  lastName: null,
  invitationId: flag ? invitationId : null,
});

/** The fields of every command of a user. */
export const userCommands: CommandOf<UserCommand> = {
  register: (fields) => ({ ...account(fields), passwordHash: fields.passwordHash }),
  "register-decoy": (fields) => ({ ...account(fields), ownerId: fields.ownerId }),
  "abort-registration": ({ userId }) => ({ userId }),
  "request-verification": ({ now }) => ({ now }),
  lapse: ({ flag, now }) => ({ reason: flag ? "expired" : "replaced", now }),
  "verify-email": ({ registered, flag, now }) => ({
    verificationId: flag ? (registered?.verification.id ?? "") : randomUUID(),
    sameBrowser: flag,
    now,
  }),
  "change-profile": ({ text, flag }) => ({ firstName: flag ? text : null, lastName: text }),
  "change-password": ({ verifiedAgainst, passwordHash, by }) => ({ verifiedAgainst, passwordHash, by }),
  "remove-password": ({ verifiedAgainst, by }) => ({ removed: verifiedAgainst, by }),
  "set-password": ({ passwordHash, by }) => ({ passwordHash, by }),
  "rehash-password": ({ verifiedAgainst, passwordHash }) => ({ verifiedAgainst, passwordHash }),
  "end-other-sessions": ({ by }) => ({ by }),
  "end-all-sessions": () => ({}),
  "force-reset": ({ causeId }) => ({ causeId }),
  "secure-parts": ({ causeId, flag, by }) => ({
    causeId,
    ended: flag ? ["password", "sessions", "apiKeys", "trustedBrowsers"] : ["consents", "hardwareKeys"],
    by: flag ? by : null,
  }),
  "request-password-reset": ({ now }) => ({ now }),
  "reset-password": ({ registered, passwordHash, now }) => ({
    resetId: registered?.reset?.id ?? randomUUID(),
    passwordHash,
    now,
  }),
  "request-email-change": ({ text, flag }) => ({ email: `${text}@example.net`, taken: flag }),
  "cancel-email-change": () => ({}),
  "change-email": ({ registered, fences, now }) => ({
    requestId: registered?.pendingEmail?.id ?? randomUUID(),
    identifier: "email-new",
    formerIdentifier: "email-former",
    fences,
    now,
  }),
  "undo-email-change": ({ changeId, now }) => ({ changeId, now }),
  "settle-email-change": ({ changeId, now }) => ({ changeId, now }),
  "change-username": ({ username, text, registered, fences }) => ({
    username: `${username}-${text}`,
    from: registered?.username ?? null,
    formerIdentifier: "username-former",
    fences,
  }),
  "fence-identifier-change": () => ({}),
  "secure-account": ({ causeId, now }) => ({ causeId, causedAt: now }),
  "change-status": ({ flag, accessVersion }) => ({ isActive: flag, accessVersion }),
  "change-roles": ({ flag, text, accessVersion }) => ({
    isAdmin: flag,
    isDeveloper: text === "Ada",
    isPro: false,
    accessVersion,
  }),
  "enable-developer": () => ({}),
  "verify-by-operator": () => ({}),
  "make-rescue-link": () => ({}),
  "rescue-password": ({ linkId, passwordHash, now }) => ({ linkId, passwordHash, now }),
  "rescue-second-factors": ({ linkId, now }) => ({ linkId, now }),
  "finish-rescue": ({ linkId }) => ({ linkId }),
  "request-erasure": ({ by, now }) => ({ by, now }),
  "cancel-erasure": ({ registered }) => ({ requestId: registered?.erasure?.id ?? randomUUID() }),
  "start-erasure": ({ registered, flag, causeId: receiptId, now }) => {
    const requestId = registered?.erasure?.id ?? randomUUID();
    return flag ? { reason: "own", requestId, isEarly: true, receiptId, now } : { reason: "requested", receiptId, now };
  },
  "finish-erasure": () => ({}),
};

/** The fields of every command of a session. */
export const sessionCommands: CommandOf<SessionCommand> = {
  // Half of those of unverified users are not pending: few histories verify an address.
  start: ({ sessionId, userId, registered, flag, sessionEpoch }) =>
    sampleSession({
      sessionId,
      userId,
      pending: flag && !registered?.emailVerified,
      rememberMe: flag,
      sessionEpoch,
    }),
  "record-activity": ({ now }) => ({ now }),
  reauthenticate: ({ flag }) => ({ method: flag ? "password" : "hardware-key", userVerified: !flag }),
  end: ({ userId, flag }) => ({ userId, reason: flag ? "signed-out" : "expired" }),
};
