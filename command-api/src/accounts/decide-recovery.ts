import type { UserEvent } from "@attestory/events/account-events.ts";
import { maxClockSkewMs } from "@attestory/events/clock-skew.ts";
import { confirmationSeconds, type RecoveryEvent } from "@attestory/events/recovery-events.ts";
import type { Refused } from "../handling/decider.ts";
import type { RecoveryCommand } from "./recovery-commands.ts";
import { hasLapsed, lapseSeconds } from "./registration-age.ts";
import type { RegisteredUser } from "./user-state.ts";

/** How long the link of an email that sets a new password is valid. */
export const resetSeconds = 30 * 60;
/** How long a change of the address can be undone, and its former address stays reserved. */
export const undoSeconds = 72 * 3600;

export type RecoveryReason =
  | "not-verified"
  | "invalid-link"
  | "not-due"
  | "no-email-change"
  | "same-email"
  | "changed-meanwhile";

type Decision = readonly UserEvent[] | Refused<RecoveryReason>;
type CommandOf<Type extends RecoveryCommand["type"]> = Extract<RecoveryCommand, { type: Type }>;

export function decideRecovery(state: RegisteredUser, command: RecoveryCommand): Decision {
  switch (command.type) {
    case "request-password-reset":
      return requestPasswordReset(state, command);
    case "reset-password":
      return resetPassword(state, command);
    case "request-email-change":
      return requestEmailChange(state, command);
    case "cancel-email-change":
      return cancelEmailChange(state);
    case "change-email":
      return changeEmail(state, command);
    case "undo-email-change":
      return undoEmailChange(state, command);
    case "settle-email-change":
      return settleEmailChange(state, command);
    case "change-username":
      return changeUsername(state, command);
    case "fence-identifier-change":
      return [{ type: "IdentifierChangeFenced", data: { userId: state.userId } }];
    case "secure-account":
      return secureAccount(state, command);
    case "force-reset":
      return forceReset(state, command);
  }
}

/** The event that requests the email with the link. Every decision that starts a reset uses it. */
export const passwordResetRequested = (
  userId: string,
  reason: Extract<RecoveryEvent, { type: "PasswordResetRequested" }>["data"]["reason"],
): UserEvent => ({ type: "PasswordResetRequested", data: { userId, reason } });

function requestPasswordReset(state: RegisteredUser, { now }: CommandOf<"request-password-reset">): Decision {
  if (!state.isActive || hasLapsed(state, now)) return [];
  return [passwordResetRequested(state.userId, state.awaitsOwner ? "invited" : "forgotten")];
}

/** The link proves the address: it verifies one that was not verified, and the password of its registration stops working. */
function resetPassword(state: RegisteredUser, command: CommandOf<"reset-password">): Decision {
  const { resetId, passwordHash, now } = command;
  const { userId, emailVerified } = state;
  if (!isResettable(state, resetId, now)) return { refused: "invalid-link" };
  const passwordReset: UserEvent = { type: "PasswordReset", data: { userId, passwordHash, resetId } };
  return emailVerified
    ? [passwordReset]
    : [{ type: "EmailVerified", data: { userId, sameBrowser: true } }, passwordReset];
}

/** Whether the link that sets a new password is valid. An invitation is as long as the registration can be verified. */
export const isResettable = (state: RegisteredUser, resetId: string, now: Date): boolean =>
  state.isActive &&
  !hasLapsed(state, now) &&
  state.reset?.id === resetId &&
  !isOver(state.reset.requestedAt, state.awaitsOwner ? lapseSeconds : resetSeconds, now);

function requestEmailChange(state: RegisteredUser, command: CommandOf<"request-email-change">): Decision {
  const { userId } = state;
  const { email, taken } = command;
  if (email === state.email) return { refused: "same-email" };
  return [
    { type: "EmailChangeRequested", data: { userId, email, taken } },
    { type: "EmailChangeAnnounced", data: { userId, email: state.email } },
  ];
}

function cancelEmailChange({ userId, pendingEmail }: RegisteredUser): Decision {
  return pendingEmail ? [{ type: "EmailChangeCancelled", data: { userId } }] : { refused: "no-email-change" };
}

/** Opening the link again changes nothing while the change can be undone. */
function changeEmail(state: RegisteredUser, command: CommandOf<"change-email">): Decision {
  const { requestId, identifier, formerIdentifier, fences, now } = command;
  const { userId, pendingEmail } = state;
  if (isConfirmed(state, requestId)) return [];
  if (!isConfirmable(state, requestId, now)) return { refused: "invalid-link" };
  if (fences !== state.fences) return { refused: "changed-meanwhile" };
  const addresses = { email: pendingEmail?.email ?? null, formerEmail: state.email };
  return [{ type: "EmailChanged", data: { userId, requestId, identifier, formerIdentifier, ...addresses } }];
}

export const isConfirmed = ({ emailChanges }: RegisteredUser, requestId: string): boolean =>
  emailChanges.some((change) => change.requestId === requestId);

/** Whether the link that confirms the pending address is valid. */
export const isConfirmable = ({ pendingEmail, isActive }: RegisteredUser, requestId: string, now: Date): boolean =>
  isActive &&
  pendingEmail?.id === requestId &&
  !pendingEmail.taken &&
  pendingEmail.email !== null &&
  !isOver(pendingEmail.requestedAt, confirmationSeconds, now);

/** The change of this id, if it can still be undone; else null. */
export function undoableChange({ emailChanges, isActive }: RegisteredUser, changeId: string, now: Date) {
  const change = emailChanges.find(({ id }) => id === changeId);
  return change && isActive && !isOver(change.changedAt, undoSeconds, now) ? change : null;
}

/** Also undoes the later changes: the user who made them had the account. */
function undoEmailChange(state: RegisteredUser, { changeId, now }: CommandOf<"undo-email-change">): Decision {
  const { userId, emailChanges } = state;
  const undone = undoableChange(state, changeId, now);
  if (!undone) return { refused: "invalid-link" };
  const released = emailChanges.slice(emailChanges.indexOf(undone)).map(({ identifier }) => identifier);
  return [
    { type: "EmailChangeUndone", data: { userId, changeId, email: undone.formerEmail, released } },
    passwordResetRequested(userId, "email-change-undone"),
  ];
}

/** Decided by the version of the stream against an undo at the same moment: exactly one of the two holds. */
function settleEmailChange(state: RegisteredUser, { changeId, now }: CommandOf<"settle-email-change">): Decision {
  const change = state.emailChanges.find(({ id }) => id === changeId);
  if (!change) return [];
  if (!isOver(change.changedAt, undoSeconds, now)) return { refused: "not-due" };
  const { userId } = state;
  return [{ type: "EmailChangeSettled", data: { userId, changeId, released: change.formerIdentifier } }];
}

function changeUsername(state: RegisteredUser, command: CommandOf<"change-username">): Decision {
  const { username, from, formerIdentifier, fences } = command;
  if (username === state.username) return [];
  if (from !== state.username || fences !== state.fences) return { refused: "changed-meanwhile" };
  return [{ type: "UsernameChanged", data: { userId: state.userId, username, released: formerIdentifier } }];
}

/**
 * What happened before the account was last secured is answered already: the sessions and the password of then are gone. No link goes
 * to an address that came after the change. The email about it undoes the change.
 */
function secureAccount(state: RegisteredUser, { causeId, causedAt }: CommandOf<"secure-account">): Decision {
  const { userId, emailChanges, isActive } = state;
  if (securedAfter(state, causedAt)) return [];
  const secured: UserEvent = { type: "AccountSecured", data: { userId, causeId } };
  const isAddressNewer = emailChanges.some(({ changedAt }) => changedAt > causedAt);
  return isAddressNewer || !isActive ? [secured] : [secured, passwordResetRequested(userId, "disowned")];
}

/** When the account was first secured after something happened. Null if it was not. */
export const securedAfter = ({ securedAt }: RegisteredUser, at: Date): Date | null =>
  securedAt.find((secured) => secured >= at) ?? null;

/** An account that nobody verified has a link already: that of its verification. One that is deactivated gets none, as it would not work. */
function forceReset(state: RegisteredUser, { causeId }: CommandOf<"force-reset">): Decision {
  const { userId, emailVerified, isActive } = state;
  if (!emailVerified) return { refused: "not-verified" };
  const secured: UserEvent = { type: "AccountSecured", data: { userId, causeId } };
  return isActive ? [secured, passwordResetRequested(userId, "forced")] : [secured];
}

/** A date in the future, beyond clock skew, was recorded with a wrong clock: what it began is over. */
function isOver(since: Date, seconds: number, now: Date): boolean {
  const ageMs = now.getTime() - since.getTime();
  return ageMs >= seconds * 1000 || ageMs < -maxClockSkewMs;
}
