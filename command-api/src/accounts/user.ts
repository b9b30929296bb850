import type { UserEvent } from "@attestory/events/account-events.ts";
import { withAdminTerm } from "@attestory/events/invitation-validity.ts";
import type { Decider } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";
import {
  type AccessReason,
  activated,
  changeRoles,
  changeStatus,
  deactivated,
  enableDeveloper,
  rolesChanged,
} from "./access.ts";
import {
  cancelEmailChange,
  changeEmail,
  type EmailChangeReason,
  emailChanged,
  emailChangeUndone,
  requestEmailChange,
  settleEmailChange,
  undoEmailChange,
} from "./email-change.ts";
import { endAllSessions, endOtherSessions, endSessions } from "./end-sessions.ts";
import {
  cancelErasure,
  type ErasureDecisionReason,
  erasureCancelled,
  erasureRequested,
  erasureStarted,
  finishErasure,
  personErased,
  requestErasure,
  startErasure,
} from "./erasure.ts";
import { changePassword, type PasswordReason, rehashPassword, removePassword, setPassword } from "./password.ts";
import { endLinks, passwordReset, requestPasswordReset, resetPassword } from "./password-reset.ts";
import { changeProfile, changeUsername } from "./profile.ts";
import {
  abortRegistration,
  decoyRegistered,
  lapse,
  type RegistrationReason,
  register,
  registerDecoy,
  registrationLapsed,
  userRegistered,
} from "./registration.ts";
import { finishRescue, rescueLinkUsed, rescuePassword, rescueSecondFactors } from "./rescue.ts";
import { accountSecured, forceReset, secureAccount, secureParts } from "./secure-account.ts";
import type { UserCommand } from "./user-command.ts";
import { isRegistered, type UserState, userSnapshot } from "./user-state.ts";
import { requestVerification, verifyByOperator, verifyEmail } from "./verification.ts";

export type UserReason = RegistrationReason | PasswordReason | EmailChangeReason | AccessReason | ErasureDecisionReason;

/** A user: the account, and the registration that makes it. */
export const user: Decider<UserState, UserCommand, UserEvent, UserReason> = defineDecider({
  initial: { status: "none" },

  decide: {
    register,
    "register-decoy": registerDecoy,
    "abort-registration": abortRegistration,
    lapse,
    "start-erasure": startErasure,
    "finish-erasure": finishErasure,
  },
  evolve: {
    UserRegistered: userRegistered,
    DecoyRegistered: decoyRegistered,
    RegistrationAborted: () => ({ status: "aborted" }),
    RegistrationLapsed: registrationLapsed,
    ErasureStarted: erasureStarted,
    PersonErased: personErased,
  },

  when: {
    is: isRegistered,
    otherwise: "not-registered",
    decide: {
      "request-verification": requestVerification,
      "verify-email": verifyEmail,
      "verify-by-operator": verifyByOperator,
      "change-profile": changeProfile,
      "change-username": changeUsername,
      "fence-identifier-change": ({ userId }) => [{ type: "IdentifierChangeFenced", data: { userId } }],
      "change-password": changePassword,
      "remove-password": removePassword,
      "set-password": setPassword,
      "rehash-password": rehashPassword,
      "request-password-reset": requestPasswordReset,
      "reset-password": resetPassword,
      "request-email-change": requestEmailChange,
      "cancel-email-change": cancelEmailChange,
      "change-email": changeEmail,
      "undo-email-change": undoEmailChange,
      "settle-email-change": settleEmailChange,
      "end-other-sessions": endOtherSessions,
      "end-all-sessions": endAllSessions,
      "secure-account": secureAccount,
      "secure-parts": secureParts,
      "force-reset": forceReset,
      "change-status": changeStatus,
      "change-roles": changeRoles,
      "enable-developer": enableDeveloper,
      "make-rescue-link": ({ userId }) => [{ type: "RescueLinkMade", data: { userId } }],
      "rescue-password": rescuePassword,
      "rescue-second-factors": rescueSecondFactors,
      "finish-rescue": finishRescue,
      "request-erasure": requestErasure,
      "cancel-erasure": cancelErasure,
    },
    evolve: {
      InvitationAccepted: (state, { data }) => ({ ...state, invitationId: data.invitationId }),
      VerificationRequested: (state, { id, recordedAt }) => ({
        ...state,
        verification: { id, requestedAt: recordedAt },
      }),
      EmailVerified: (state, { data }) => ({
        ...state,
        emailVerified: true,
        isVerifiedElsewhere: !data.sameBrowser,
        awaitsOwner: false,
      }),
      RegistrantRecognized: (state) => ({ ...state, isVerifiedElsewhere: false }),
      ProfileChanged: (state, { data }) => ({ ...state, firstName: data.firstName, lastName: data.lastName }),
      UsernameChanged: (state, { data }) => ({ ...state, username: data.username }),
      IdentifierChangeFenced: (state) => ({ ...state, fences: state.fences + 1 }),
      PasswordChanged: (state, { data }) => ({
        ...endLinks(endSessions(state, data.keptSession)),
        passwordHash: data.passwordHash,
      }),
      PasswordRemoved: (state, { data }) => ({ ...endLinks(endSessions(state, data.keptSession)), passwordHash: null }),
      PasswordRehashed: (state, { data }) => ({ ...state, passwordHash: data.passwordHash }),
      PasswordResetRequested: (state, { id, recordedAt }) => ({ ...state, reset: { id, requestedAt: recordedAt } }),
      PasswordReset: passwordReset,
      EmailChangeRequested: (state, { id, recordedAt, data: { email, taken } }) => ({
        ...state,
        pendingEmail: { id, email, taken, requestedAt: recordedAt },
      }),
      EmailChangeCancelled: (state) => ({ ...state, pendingEmail: null }),
      EmailChanged: emailChanged,
      EmailChangeUndone: emailChangeUndone,
      EmailChangeSettled: (state, { data }) => ({
        ...state,
        emailChanges: state.emailChanges.filter(({ id }) => id !== data.changeId),
      }),
      OtherSessionsEnded: (state, { data }) => endSessions(state, data.keptSession),
      AccountSecured: accountSecured,
      UserActivated: activated,
      UserDeactivated: deactivated,
      RolesChanged: rolesChanged,
      RescueLinkMade: (state, { id, recordedAt }) => ({ ...state, rescue: { id, madeAt: recordedAt, purpose: null } }),
      RescueLinkUsed: rescueLinkUsed,
      RescueFinished: (state) => ({ ...state, rescue: null }),
      ErasureRequested: erasureRequested,
      ErasureCancelled: erasureCancelled,
    },
    after: (next, before) => (isRegistered(next) ? withAdminTerm(before, next) : next),
  },

  ignores: ["EmailChangeAnnounced"],
  snapshot: userSnapshot,
});
