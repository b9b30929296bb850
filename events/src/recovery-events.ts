import { z } from "zod";
import { defineEvent, type EventOf, personal } from "./define-event.ts";

/** Events of `user-<id>` about a lost password, and about changes of the address and the username. */

/**
 * An email with a link that sets a new password was requested. Only the newest link is valid. `email-change-undone`: the owner of the
 * former address undid a change; `disowned`: the owner said of a change that it was not theirs; `invited`: a program or an admin created the
 * account; `forced`: an admin ended the password.
 */
export const passwordResetRequested = defineEvent(
  "PasswordResetRequested",
  // Version 2 has a further reason. What version 1 wrote stays as it is.
  { version: 2, upcasts: { 1: (requested) => requested } },
  z.object({ userId: z.uuid(), reason: z.enum(["forgotten", "email-change-undone", "disowned", "invited", "forced"]) }),
);

/** Ends every session. `resetId`: the event that requested the link. */
export const passwordReset = defineEvent(
  "PasswordReset",
  1,
  z.object({ userId: z.uuid(), passwordHash: personal(z.string()), resetId: z.uuid() }),
);

/** How long the link that confirms a new address is valid. */
export const confirmationSeconds = 24 * 3600;

/** Another address was asked for. It counts once its link is opened. `taken`: it has another owner, who gets an email instead. */
export const emailChangeRequested = defineEvent(
  "EmailChangeRequested",
  1,
  z.object({ userId: z.uuid(), email: personal(z.string()), taken: z.boolean() }),
);

/** An email to the current address (`email`) reports that another one was asked for. */
export const emailChangeAnnounced = defineEvent(
  "EmailChangeAnnounced",
  1,
  z.object({ userId: z.uuid(), email: personal(z.string()) }),
);

export const emailChangeCancelled = defineEvent("EmailChangeCancelled", 1, z.object({ userId: z.uuid() }));

/**
 * The address is now `email`. The former one stays reserved until the change can no longer be undone. `identifier` and
 * `formerIdentifier` are the streams of the two addresses.
 */
export const emailChanged = defineEvent(
  "EmailChanged",
  1,
  z.object({
    userId: z.uuid(),
    requestId: z.uuid(),
    email: personal(z.string()),
    formerEmail: personal(z.string()),
    identifier: z.string(),
    formerIdentifier: z.string(),
  }),
);

/** The address is `email` again, as before the change `changeId` and those after it. Ends every session. `released`: their streams. */
export const emailChangeUndone = defineEvent(
  "EmailChangeUndone",
  1,
  z.object({ userId: z.uuid(), changeId: z.uuid(), email: personal(z.string()), released: z.array(z.string()) }),
);

/** The change `changeId` can no longer be undone. `released`: the stream of the address from before it. */
export const emailChangeSettled = defineEvent(
  "EmailChangeSettled",
  1,
  z.object({ userId: z.uuid(), changeId: z.uuid(), released: z.string() }),
);

/** `released`: the stream of the former username. */
export const usernameChanged = defineEvent(
  "UsernameChanged",
  1,
  z.object({ userId: z.uuid(), username: personal(z.string()), released: z.string() }),
);

/** Fences off an interrupted change of the address or the username: its slow writer can no longer make it. */
export const identifierChangeFenced = defineEvent("IdentifierChangeFenced", 1, z.object({ userId: z.uuid() }));

/** What its owner or an admin can end to secure an account. `sessions`: also the tokens of applications. */
const securedParts = [
  "password",
  "sessions",
  "consents",
  "apiKeys",
  "hardwareKeys",
  "twoFactor",
  "trustedBrowsers",
] as const;
export type SecuredPart = (typeof securedParts)[number];

/**
 * The owner said of a change (`causeId`) that it was not theirs, or an admin forces a reset (`causeId`: the command). Ends every session,
 * and the password stops working until it is reset. With `ended`, the owner or an admin chose what ends (`causeId`: the command), and
 * nothing else does: every session but `keptSession`, if any. `sendsLink`: the email that tells the owner lets them set a new password.
 */
export const accountSecured = defineEvent(
  "AccountSecured",
  // Version 2 may say what ended. What version 1 wrote stays as it is.
  { version: 2, upcasts: { 1: (secured) => secured } },
  z.object({
    userId: z.uuid(),
    causeId: z.uuid(),
    ended: z.array(z.enum(securedParts)).optional(),
    keptSession: z.uuid().nullable().optional(),
    sendsLink: z.boolean().optional(),
  }),
);

export const recoveryEvents = [
  passwordResetRequested,
  passwordReset,
  emailChangeRequested,
  emailChangeAnnounced,
  emailChangeCancelled,
  emailChanged,
  emailChangeUndone,
  emailChangeSettled,
  usernameChanged,
  identifierChangeFenced,
  accountSecured,
] as const;
export type RecoveryEvent = EventOf<(typeof recoveryEvents)[number]>;
