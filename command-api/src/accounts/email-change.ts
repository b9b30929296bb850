import type { UserEvent } from "@attestory/events/account-events.ts";
import type { Recorded } from "@attestory/events/catalogue.ts";
import { confirmationSeconds } from "@attestory/events/recovery-events.ts";
import type { Refused } from "../handling/decider.ts";
import { endLinks, passwordResetRequested } from "./password-reset.ts";
import { isOver } from "./registration-age.ts";
import { reopened } from "./reopen.ts";
import { disowned } from "./secure-account.ts";
import type { CommandOf } from "./user-command.ts";
import { belongsToOwner, type RegisteredUser } from "./user-state.ts";

/** How long a change of the address can be undone, and its former address stays reserved. */
export const undoSeconds = 72 * 3600;

export type EmailChangeReason = "no-email-change" | "same-email" | "changed-meanwhile" | "invalid-link" | "not-due";
type Decision = readonly UserEvent[] | Refused<EmailChangeReason>;

export function requestEmailChange(state: RegisteredUser, command: CommandOf<"request-email-change">): Decision {
  const { userId } = state;
  const { email, taken } = command;
  if (email === state.email) return { refused: "same-email" };
  return [
    { type: "EmailChangeRequested", data: { userId, email, taken } },
    { type: "EmailChangeAnnounced", data: { userId, email: state.email } },
  ];
}

export function cancelEmailChange({ userId, pendingEmail }: RegisteredUser): Decision {
  return pendingEmail ? [{ type: "EmailChangeCancelled", data: { userId } }] : { refused: "no-email-change" };
}

/** Opening the link again changes nothing while the change can be undone. */
export function changeEmail(state: RegisteredUser, command: CommandOf<"change-email">): Decision {
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
export function undoableChange(state: RegisteredUser, changeId: string, now: Date) {
  const change = state.emailChanges.find(({ id }) => id === changeId);
  return change && belongsToOwner(state) && !isOver(change.changedAt, undoSeconds, now) ? change : null;
}

/** Also undoes the later changes, and takes back that the account is to be erased: the user who did that had the account. */
export function undoEmailChange(state: RegisteredUser, { changeId, now }: CommandOf<"undo-email-change">): Decision {
  const { userId, emailChanges } = state;
  const undone = undoableChange(state, changeId, now);
  if (!undone) return { refused: "invalid-link" };
  const released = emailChanges.slice(emailChanges.indexOf(undone)).map(({ identifier }) => identifier);
  return [
    ...reopened(state),
    { type: "EmailChangeUndone", data: { userId, changeId, email: undone.formerEmail, released } },
    passwordResetRequested(userId, "email-change-undone"),
  ];
}

/** Decided by the version of the stream against an undo at the same moment: exactly one of the two holds. */
export function settleEmailChange(
  state: RegisteredUser,
  { changeId, now }: CommandOf<"settle-email-change">,
): Decision {
  const change = state.emailChanges.find(({ id }) => id === changeId);
  if (!change) return [];
  if (!isOver(change.changedAt, undoSeconds, now)) return { refused: "not-due" };
  const { userId } = state;
  return [{ type: "EmailChangeSettled", data: { userId, changeId, released: change.formerIdentifier } }];
}

export function emailChanged(
  state: RegisteredUser,
  { id, data, recordedAt }: Recorded<"EmailChanged">,
): RegisteredUser {
  const { requestId, email, formerEmail, identifier, formerIdentifier } = data;
  const change = { id, requestId, changedAt: recordedAt, formerEmail, formerIdentifier, identifier };
  return { ...endLinks(state), email, emailChanges: [...state.emailChanges, change] };
}

export function emailChangeUndone(
  state: RegisteredUser,
  { data, recordedAt }: Recorded<"EmailChangeUndone">,
): RegisteredUser {
  const first = state.emailChanges.findIndex(({ id }) => id === data.changeId);
  const emailChanges = state.emailChanges.slice(0, Math.max(first, 0));
  // The owner is sent a link that sets a new password.
  return { ...disowned(state, recordedAt), email: data.email, emailChanges };
}
