import type { UserEvent } from "@attestory/events/account-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { endSessions } from "./end-sessions.ts";
import { endLinks, evolveRecovery } from "./evolve-recovery.ts";
import { evolveRescue } from "./evolve-rescue.ts";
import { noRecovery, type RecoveryState } from "./recovery-state.ts";

export type RescuePurpose = Extract<UserEvent, { type: "RescueLinkUsed" }>["data"]["purpose"];

export interface Roles {
  isAdmin: boolean;
  isDeveloper: boolean;
  isPro: boolean;
}

interface Account {
  userId: string;
  /** Personal fields are null once the person is erased. */
  email: string | null;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
}

export interface RegisteredUser extends Account, Roles, RecoveryState {
  status: "registered";
  registeredAt: Date;
  passwordHash: string | null;
  emailVerified: boolean;
  /** The address was verified in another browser than the one that registered, and the password is still that of the registration. */
  isVerifiedElsewhere: boolean;
  /** The newest request for a verification email. Only its link is valid. */
  verification: { id: string; requestedAt: Date };
  isActive: boolean;
  /** Raised by every event that ends the person's sessions. */
  sessionEpoch: number;
  /** The session that stayed valid when `sessionEpoch` was last raised, or null. */
  keptSession: string | null;
  /** Raised by every change of the roles and of `isActive`: a change that was decided on an earlier state is refused. */
  accessVersion: number;
  /** The newest link of the command line, until it has done its work. */
  rescue: RescueLink | null;
}

export interface RescueLink {
  id: string;
  madeAt: Date;
  /** Null until the link is used. */
  purpose: RescuePurpose | null;
}

/** Looks like an unverified account and cannot be changed: docs/decisions/strict-registration.md. */
export interface DecoyUser extends Account {
  status: "decoy";
  ownerId: string;
  registeredAt: Date;
}

/**
 * A registration that ended unverified. It keeps what it named: its identifiers must still be released, and its command may be
 * repeated.
 */
export interface LapsedUser extends Account {
  status: "lapsed";
  wasDecoy: boolean;
}

export type UserState = { status: "none" } | { status: "aborted" } | DecoyUser | RegisteredUser | LapsedUser;

/** Whether the user can be shown: registered, or a decoy. */
export const hasAccount = (state: UserState): state is RegisteredUser | DecoyUser =>
  state.status === "registered" || state.status === "decoy";

export function evolveUser(state: UserState, event: RecordedEvent<UserEvent>): UserState {
  switch (event.type) {
    case "UserRegistered":
      return {
        status: "registered",
        ...event.data,
        registeredAt: event.recordedAt,
        emailVerified: false,
        isVerifiedElsewhere: false,
        verification: { id: event.id, requestedAt: event.recordedAt },
        isActive: true,
        isAdmin: false,
        isDeveloper: false,
        isPro: false,
        sessionEpoch: 0,
        keptSession: null,
        ...noRecovery,
        accessVersion: 0,
        rescue: null,
      };
    case "DecoyRegistered":
      return { status: "decoy", ...event.data, registeredAt: event.recordedAt };
    case "RegistrationAborted":
      return { status: "aborted" };
    case "RegistrationLapsed":
      return hasAccount(state) ? lapsed(state) : state;
    default:
      return state.status === "registered" ? evolveRegistered(state, event) : state;
  }
}

const lapsed = ({ status, userId, email, username, firstName, lastName }: RegisteredUser | DecoyUser): LapsedUser => ({
  status: "lapsed",
  wasDecoy: status === "decoy",
  userId,
  email,
  username,
  firstName,
  lastName,
});

type BeginningOrEnd = "UserRegistered" | "DecoyRegistered" | "RegistrationAborted" | "RegistrationLapsed";
type Change = Exclude<RecordedEvent<UserEvent>, { type: BeginningOrEnd }>;

function evolveRegistered(state: RegisteredUser, event: Change): RegisteredUser {
  switch (event.type) {
    case "VerificationRequested":
      return { ...state, verification: { id: event.id, requestedAt: event.recordedAt } };
    case "EmailVerified":
      return { ...state, emailVerified: true, isVerifiedElsewhere: !event.data.sameBrowser };
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
      return { ...endLinks(endSessions(state, null)), isActive: false, accessVersion: state.accessVersion + 1 };
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
