import { isCreatedForOwner, keyOwnerOf, type UserEvent } from "@attestory/events/account-events.ts";
import type { Recorded } from "@attestory/events/catalogue.ts";
import type { Refused } from "../handling/decider.ts";
import { passwordResetRequested } from "./password-reset.ts";
import { hasLapsed, isReplaceable, isUnverified } from "./registration-age.ts";
import type { CommandOf, LapseReason } from "./user-command.ts";
import {
  type DecoyUser,
  hasAccount,
  type LapsedUser,
  newAccount,
  type RegisteredUser,
  type UserState,
} from "./user-state.ts";

export type RegistrationReason = "not-registered" | "already-registered" | "aborted" | "already-verified" | "not-due";
type Decision = readonly UserEvent[] | Refused<RegistrationReason>;

export function register(
  state: UserState,
  { type: _, invitationId = null, ...account }: CommandOf<"register">,
): Decision {
  const { userId, passwordHash } = account;
  const registered: UserEvent = { type: "UserRegistered", data: account };
  return (
    refuseSecond(state) ?? [
      registered,
      ...invited(userId, invitationId),
      ...(passwordHash === null ? [passwordResetRequested(userId, "invited")] : []),
    ]
  );
}

export function registerDecoy(
  state: UserState,
  { type: _, invitationId = null, ...decoy }: CommandOf<"register-decoy">,
): Decision {
  return refuseSecond(state) ?? [{ type: "DecoyRegistered", data: decoy }, ...invited(decoy.userId, invitationId)];
}

const invited = (userId: string, invitationId: string | null): UserEvent[] =>
  invitationId === null ? [] : [{ type: "InvitationAccepted", data: { userId, invitationId } }];

function refuseSecond(state: UserState): Refused<RegistrationReason> | null {
  if (state.status === "aborted") return { refused: "aborted" };
  return state.status === "none" ? null : { refused: "already-registered" };
}

export function abortRegistration(state: UserState, { userId }: CommandOf<"abort-registration">): Decision {
  if (state.status === "aborted") return [];
  return refuseSecond(state) ?? [{ type: "RegistrationAborted", data: { userId } }];
}

/** Decided by the version of the stream against a verification at the same moment: exactly one of the two holds. */
export function lapse(state: UserState, { reason, now }: CommandOf<"lapse">): Decision {
  if (state.status === "lapsed") return [];
  if (!hasAccount(state)) return { refused: "not-registered" };
  if (!isUnverified(state)) return { refused: "already-verified" };
  if (!isDue[reason](state, now)) return { refused: "not-due" };
  return [{ type: "RegistrationLapsed", data: { userId: state.userId, reason } }];
}

const isDue: Record<LapseReason, (state: UserState, now: Date) => boolean> = {
  replaced: isReplaceable,
  expired: hasLapsed,
  disowned: () => true,
};

export function userRegistered(_: UserState, event: Recorded<"UserRegistered">): RegisteredUser {
  return {
    ...newAccount,
    ...event.data,
    createdBy: keyOwnerOf(event),
    registeredAt: event.recordedAt,
    verification: { id: event.id, requestedAt: event.recordedAt },
    awaitsOwner: isCreatedForOwner(event),
  };
}

export function decoyRegistered(_: UserState, event: Recorded<"DecoyRegistered">): DecoyUser {
  return { status: "decoy", ...event.data, createdBy: keyOwnerOf(event), registeredAt: event.recordedAt };
}

export const registrationLapsed = (state: UserState): UserState => (hasAccount(state) ? lapsed(state) : state);

const lapsed = (state: RegisteredUser | DecoyUser): LapsedUser => {
  const { status, userId, email, username, firstName, lastName, createdBy } = state;
  return {
    status: "lapsed",
    wasDecoy: status === "decoy",
    userId,
    email,
    username,
    firstName,
    lastName,
    createdBy,
  };
};
