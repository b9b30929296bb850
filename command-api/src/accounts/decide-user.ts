import type { UserEvent } from "@attestory/events/account-events.ts";
import type { Refused } from "../handling/decider.ts";
import { type AccessReason, changeRoles, changeStatus, enableDeveloper, verifyByOperator } from "./decide-access.ts";
import { decidePassword, isSignedIn, type PasswordReason } from "./decide-password.ts";
import { decideRecovery, passwordResetRequested, type RecoveryReason } from "./decide-recovery.ts";
import { decideRescue, type RescueReason } from "./decide-rescue.ts";
import { hasLapsed, isReplaceable, isUnverified } from "./registration-age.ts";
import { decideSecureParts } from "./secure-parts.ts";
import type { LapseReason, UserCommand } from "./user-command.ts";
import { hasAccount, type RegisteredUser, type UserState } from "./user-state.ts";

/** How long an email verification link is valid. */
export const verificationSeconds = 24 * 3600;

export type UserReason =
  | "not-registered"
  | "already-registered"
  | "aborted"
  | "already-verified"
  | "session-ended"
  | PasswordReason
  | RecoveryReason
  | AccessReason
  | RescueReason;

type Decision = readonly UserEvent[] | Refused<UserReason>;
type CommandOf<Type extends UserCommand["type"]> = Extract<UserCommand, { type: Type }>;

export function decideUser(state: UserState, command: UserCommand): Decision {
  switch (command.type) {
    case "register":
      return register(state, command);
    case "register-decoy":
      return registerDecoy(state, command);
    case "abort-registration":
      return abortRegistration(state, command);
    case "lapse":
      return lapse(state, command);
    default:
      return state.status === "registered" ? decideRegistered(state, command) : { refused: "not-registered" };
  }
}

type OfAnyState = "register" | "register-decoy" | "abort-registration" | "lapse";
type Change = Exclude<UserCommand, { type: OfAnyState }>;

function decideRegistered(state: RegisteredUser, command: Change): Decision {
  switch (command.type) {
    case "request-verification":
      return requestVerification(state, command);
    case "verify-email":
      return verifyEmail(state, command);
    case "change-profile":
      return changeProfile(state, command);
    case "change-password":
    case "remove-password":
    case "set-password":
    case "rehash-password":
      return decidePassword(state, command);
    case "end-other-sessions":
      return endOtherSessions(state, command);
    case "end-all-sessions":
      return [{ type: "OtherSessionsEnded", data: { userId: state.userId, keptSession: null } }];
    case "secure-parts":
      return decideSecureParts(state, command);
    case "change-status":
      return changeStatus(state, command);
    case "change-roles":
      return changeRoles(state, command);
    case "enable-developer":
      return enableDeveloper(state);
    case "verify-by-operator":
      return verifyByOperator(state);
    case "make-rescue-link":
    case "rescue-password":
    case "rescue-second-factors":
    case "finish-rescue":
      return decideRescue(state, command);
    default:
      return decideRecovery(state, command);
  }
}

function register(state: UserState, { type: _, invitationId = null, ...account }: CommandOf<"register">): Decision {
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

function registerDecoy(
  state: UserState,
  { type: _, invitationId = null, ...decoy }: CommandOf<"register-decoy">,
): Decision {
  return refuseSecond(state) ?? [{ type: "DecoyRegistered", data: decoy }, ...invited(decoy.userId, invitationId)];
}

const invited = (userId: string, invitationId: string | null): UserEvent[] =>
  invitationId === null ? [] : [{ type: "InvitationAccepted", data: { userId, invitationId } }];

function refuseSecond(state: UserState): Refused<UserReason> | null {
  if (state.status === "aborted") return { refused: "aborted" };
  return state.status === "none" ? null : { refused: "already-registered" };
}

function abortRegistration(state: UserState, { userId }: CommandOf<"abort-registration">): Decision {
  if (state.status === "aborted") return [];
  return refuseSecond(state) ?? [{ type: "RegistrationAborted", data: { userId } }];
}

/** Decided by the version of the stream against a verification at the same moment: exactly one of the two holds. */
function lapse(state: UserState, { reason, now }: CommandOf<"lapse">): Decision {
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

function requestVerification(state: RegisteredUser, { now }: CommandOf<"request-verification">): Decision {
  const { userId, emailVerified, isActive, awaitsOwner } = state;
  if (emailVerified || !isActive || hasLapsed(state, now)) return [];
  // To verify alone would leave an account without a way to sign in.
  return [
    awaitsOwner ? passwordResetRequested(userId, "invited") : { type: "VerificationRequested", data: { userId } },
  ];
}

/** A link scanner of a mail server may open the link before the person does: the browser that registered counts whenever it comes. */
function verifyEmail(state: RegisteredUser, link: CommandOf<"verify-email">): Decision {
  const { userId, verification, emailVerified, isVerifiedElsewhere } = state;
  if (link.verificationId !== verification.id) return { refused: "invalid-link" };
  // A request from the future was recorded with a wrong clock. Its link does not count either.
  const ageMs = Math.abs(link.now.getTime() - verification.requestedAt.getTime());
  if (ageMs >= verificationSeconds * 1000) return { refused: "invalid-link" };
  if (hasLapsed(state, link.now)) return { refused: "invalid-link" };
  if (!emailVerified) return [{ type: "EmailVerified", data: { userId, sameBrowser: link.sameBrowser } }];
  return isVerifiedElsewhere && link.sameBrowser ? [{ type: "RegistrantRecognized", data: { userId } }] : [];
}

function changeProfile(state: RegisteredUser, { firstName, lastName }: CommandOf<"change-profile">): Decision {
  if (firstName === state.firstName && lastName === state.lastName) return [];
  return [{ type: "ProfileChanged", data: { userId: state.userId, firstName, lastName } }];
}

function endOtherSessions(state: RegisteredUser, { by }: CommandOf<"end-other-sessions">): Decision {
  if (!isSignedIn(state, by)) return { refused: "session-ended" };
  return [{ type: "OtherSessionsEnded", data: { userId: state.userId, keptSession: by.sessionId } }];
}
