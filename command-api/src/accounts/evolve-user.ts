import { isCreatedForOwner, keyOwnerOf, type UserEvent } from "@attestory/events/account-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { withAdminTerm } from "@attestory/events/invitation-validity.ts";
import { endApiKeys, endSessions } from "./end-sessions.ts";
import { endLinks, evolveRecovery } from "./evolve-recovery.ts";
import { evolveRescue } from "./evolve-rescue.ts";
import { noRecovery } from "./recovery-state.ts";
import { type DecoyUser, hasAccount, type LapsedUser, type RegisteredUser, type UserState } from "./user-state.ts";

export function evolveUser(state: UserState, event: RecordedEvent<UserEvent>): UserState {
  switch (event.type) {
    case "UserRegistered":
      return {
        status: "registered",
        ...event.data,
        createdBy: keyOwnerOf(event),
        registeredAt: event.recordedAt,
        emailVerified: false,
        isVerifiedElsewhere: false,
        verification: { id: event.id, requestedAt: event.recordedAt },
        awaitsOwner: isCreatedForOwner(event),
        invitationId: null,
        isActive: true,
        isAdmin: false,
        isDeveloper: false,
        isPro: false,
        sessionEpoch: 0,
        keptSession: null,
        apiKeyEpoch: 0,
        adminTerm: 0,
        ...noRecovery,
        accessVersion: 0,
        rescue: null,
      };
    case "DecoyRegistered":
      return { status: "decoy", ...event.data, createdBy: keyOwnerOf(event), registeredAt: event.recordedAt };
    case "RegistrationAborted":
      return { status: "aborted" };
    case "RegistrationLapsed":
      return hasAccount(state) ? lapsed(state) : state;
    default:
      return state.status === "registered" ? withAdminTerm(state, evolveRegistered(state, event)) : state;
  }
}

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

const deactivated = (state: RegisteredUser): RegisteredUser => ({
  ...endLinks(endApiKeys(endSessions(state, null))),
  isActive: false,
  accessVersion: state.accessVersion + 1,
});

type BeginningOrEnd = "UserRegistered" | "DecoyRegistered" | "RegistrationAborted" | "RegistrationLapsed";
type Change = Exclude<RecordedEvent<UserEvent>, { type: BeginningOrEnd }>;

function evolveRegistered(state: RegisteredUser, event: Change): RegisteredUser {
  switch (event.type) {
    case "InvitationAccepted":
      return { ...state, invitationId: event.data.invitationId };
    case "VerificationRequested":
      return { ...state, verification: { id: event.id, requestedAt: event.recordedAt } };
    case "EmailVerified":
      return { ...state, emailVerified: true, isVerifiedElsewhere: !event.data.sameBrowser, awaitsOwner: false };
    case "RegistrantRecognized":
      return { ...state, isVerifiedElsewhere: false };
    case "ProfileChanged":
      return { ...state, firstName: event.data.firstName, lastName: event.data.lastName };
    case "PasswordChanged":
      return { ...endLinks(endSessions(state, event.data.keptSession)), passwordHash: event.data.passwordHash };
    case "PasswordRemoved":
      return { ...endLinks(endSessions(state, event.data.keptSession)), passwordHash: null };
    case "PasswordRehashed":
      return { ...state, passwordHash: event.data.passwordHash };
    case "OtherSessionsEnded":
      return endSessions(state, event.data.keptSession);
    case "UserActivated":
      return { ...state, isActive: true, accessVersion: state.accessVersion + 1 };
    case "UserDeactivated":
      return deactivated(state);
    case "RolesChanged": {
      const { isAdmin, isDeveloper, isPro } = event.data;
      return { ...state, isAdmin, isDeveloper, isPro, accessVersion: state.accessVersion + 1 };
    }
    case "RescueLinkMade":
    case "RescueLinkUsed":
    case "RescueFinished":
      return evolveRescue(state, event);
    default:
      return evolveRecovery(state, event);
  }
}
