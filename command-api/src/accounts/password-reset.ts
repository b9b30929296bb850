import type { UserEvent } from "@attestory/events/account-events.ts";
import type { Recorded } from "@attestory/events/catalogue.ts";
import type { RecoveryEvent } from "@attestory/events/recovery-events.ts";
import type { Refused } from "../handling/decider.ts";
import { endSessions } from "./end-sessions.ts";
import { hasLapsed, isOver, lapseSeconds } from "./registration-age.ts";
import type { CommandOf } from "./user-command.ts";
import type { RegisteredUser } from "./user-state.ts";

/** How long the link of an email that sets a new password is valid. */
export const resetSeconds = 30 * 60;

type Decision = readonly UserEvent[] | Refused<"invalid-link">;

/** The event that requests the email with the link. Every decision that starts a reset uses it. */
export const passwordResetRequested = (
  userId: string,
  reason: Extract<RecoveryEvent, { type: "PasswordResetRequested" }>["data"]["reason"],
): UserEvent => ({ type: "PasswordResetRequested", data: { userId, reason } });

export function requestPasswordReset(state: RegisteredUser, { now }: CommandOf<"request-password-reset">): Decision {
  if (!state.isActive || hasLapsed(state, now)) return [];
  return [passwordResetRequested(state.userId, state.awaitsOwner ? "invited" : "forgotten")];
}

/** The link proves the address: it verifies one that was not verified, and the password of its registration stops working. */
export function resetPassword(state: RegisteredUser, command: CommandOf<"reset-password">): Decision {
  const { resetId, passwordHash, now } = command;
  const { userId, emailVerified } = state;
  if (!isResettable(state, resetId, now)) return { refused: "invalid-link" };
  const reset: UserEvent = { type: "PasswordReset", data: { userId, passwordHash, resetId } };
  return emailVerified ? [reset] : [{ type: "EmailVerified", data: { userId, sameBrowser: true } }, reset];
}

/** Whether the link that sets a new password is valid. An invitation is as long as the registration can be verified. */
export const isResettable = (state: RegisteredUser, resetId: string, now: Date): boolean =>
  state.isActive &&
  !hasLapsed(state, now) &&
  state.reset?.id === resetId &&
  !isOver(state.reset.requestedAt, state.awaitsOwner ? lapseSeconds : resetSeconds, now);

/** No link that was sent before can set a password or change the address. */
export const endLinks = (state: RegisteredUser): RegisteredUser => ({ ...state, reset: null, pendingEmail: null });

export const passwordReset = (
  state: RegisteredUser,
  { id, data, recordedAt }: Recorded<"PasswordReset">,
): RegisteredUser => ({
  ...endLinks(endSessions(state, null)),
  passwordHash: data.passwordHash,
  isVerifiedElsewhere: false,
  // No earlier link verifies the address: a registration may have been another person's.
  verification: { id, requestedAt: recordedAt },
});
