import type { UserEvent } from "@attestory/events/account-events.ts";
import type { Decider } from "../handling/decider.ts";
import type { AskingSession, UserCommand } from "./user-command.ts";
import { userSnapshot } from "./user-snapshot.ts";

/** How long an email verification link is valid. */
export const verificationSeconds = 24 * 3600;

interface Account {
  userId: string;
  /** Personal fields are null once the person is erased. */
  email: string | null;
  username: string | null;
  firstName: string | null;
  lastName: string | null;
}

export interface RegisteredUser extends Account, Roles {
  status: "registered";
  passwordHash: string | null;
  emailVerified: boolean;
  /** The newest request for a verification email. Only its link is valid. */
  verification: { id: string; requestedAt: Date };
  isActive: boolean;
  /** Raised by every event that ends the person's sessions. */
  sessionEpoch: number;
  /** The session that stayed valid when `sessionEpoch` was last raised, or null. */
  keptSession: string | null;
}

export type UserState =
  | { status: "none" }
  | { status: "aborted" }
  | ({ status: "decoy"; ownerId: string } & Account)
  | RegisteredUser;

export interface Roles {
  isAdmin: boolean;
  isDeveloper: boolean;
  isPro: boolean;
}

export type UserReason =
  | "not-registered"
  | "already-registered"
  | "aborted"
  | "invalid-link"
  | "password-changed-meanwhile"
  | "session-ended";

export const user: Decider<UserState, UserCommand, UserEvent, UserReason> = {
  initial: { status: "none" },

  decide(state, command) {
    switch (command.type) {
      case "register":
      case "register-decoy":
      case "abort-registration":
        return begin(state, command);
      case "fence-session":
        // A decoy does this too, so that its sign-out costs the same as any other.
        return state.status === "registered" || state.status === "decoy" ? [fenced(command)] : [];
      default:
        return state.status === "registered" ? change(state, command) : { refused: "not-registered" };
    }
  },

  evolve(state, event) {
    switch (event.type) {
      case "UserRegistered":
        return {
          status: "registered",
          ...event.data,
          emailVerified: false,
          verification: { id: event.id, requestedAt: event.recordedAt },
          isActive: true,
          isAdmin: false,
          isDeveloper: false,
          isPro: false,
          sessionEpoch: 0,
          keptSession: null,
        };
      case "DecoyRegistered":
        return { status: "decoy", ...event.data };
      case "RegistrationAborted":
        return { status: "aborted" };
      default:
        return state.status === "registered" ? changed(state, event) : state;
    }
  },
  snapshot: userSnapshot,
};

type Beginning = Extract<UserCommand, { type: "register" | "register-decoy" | "abort-registration" }>;
type Fencing = Extract<UserCommand, { type: "fence-session" }>;
type Change = Exclude<UserCommand, Beginning | Fencing>;
type Changed = Exclude<
  Parameters<typeof user.evolve>[1],
  { type: "UserRegistered" | "DecoyRegistered" | "RegistrationAborted" }
>;
type Decided = ReturnType<typeof user.decide>;

const fenced = ({ userId, sessionId }: Fencing): UserEvent => ({ type: "SessionFenced", data: { userId, sessionId } });

function begin(state: UserState, command: Beginning): Decided {
  const { type, ...data } = command;
  if (state.status === "aborted") return type === "abort-registration" ? [] : { refused: "aborted" };
  if (state.status !== "none") return { refused: "already-registered" };
  if (type === "abort-registration") return [{ type: "RegistrationAborted", data: { userId: data.userId } }];
  if (command.type === "register") {
    const { type: _, ...account } = command;
    return [{ type: "UserRegistered", data: account }];
  }
  const { type: _, ...decoy } = command as Extract<Beginning, { type: "register-decoy" }>;
  return [{ type: "DecoyRegistered", data: decoy }];
}

const stands = (state: RegisteredUser, { sessionId, sessionEpoch }: AskingSession) =>
  state.isActive && (sessionEpoch === state.sessionEpoch || sessionId === state.keptSession);

/** A request further away than `verificationSeconds`, in the past or (by a wrong clock) in the future, no longer counts. */
const isGoodLink = (newest: RegisteredUser["verification"], used: { verificationId: string; now: Date }) =>
  used.verificationId === newest.id &&
  Math.abs(used.now.getTime() - newest.requestedAt.getTime()) < verificationSeconds * 1000;

function change(state: RegisteredUser, command: Change): Decided {
  const { userId } = state;
  switch (command.type) {
    case "request-verification":
      return state.emailVerified || !state.isActive ? [] : [{ type: "VerificationRequested", data: { userId } }];
    case "verify-email":
      if (!isGoodLink(state.verification, command)) return { refused: "invalid-link" };
      return state.emailVerified ? [] : [{ type: "EmailVerified", data: { userId } }];
    case "change-profile": {
      const { firstName, lastName } = command;
      const same = firstName === state.firstName && lastName === state.lastName;
      return same ? [] : [{ type: "ProfileChanged", data: { userId, firstName, lastName } }];
    }
    case "change-password":
      return changePassword(state, command);
    case "rehash-password":
      if (command.verifiedAgainst !== state.passwordHash) return [];
      return [{ type: "PasswordRehashed", data: { userId, passwordHash: command.passwordHash } }];
    case "end-other-sessions":
      if (!stands(state, command.by)) return { refused: "session-ended" };
      return [{ type: "OtherSessionsEnded", data: { userId, keptSession: command.by.sessionId } }];
  }
}

function changePassword(state: RegisteredUser, command: Extract<Change, { type: "change-password" }>): Decided {
  const { passwordHash, by } = command;
  if (!stands(state, by)) return { refused: "session-ended" };
  if (command.verifiedAgainst !== state.passwordHash) return { refused: "password-changed-meanwhile" };
  return [{ type: "PasswordChanged", data: { userId: state.userId, passwordHash, keptSession: by.sessionId } }];
}

function changed(state: RegisteredUser, event: Changed): RegisteredUser {
  const ended = (keptSession: string | null) => ({ sessionEpoch: state.sessionEpoch + 1, keptSession });
  switch (event.type) {
    case "VerificationRequested":
      return { ...state, verification: { id: event.id, requestedAt: event.recordedAt } };
    case "EmailVerified":
      return { ...state, emailVerified: true };
    case "ProfileChanged":
      return { ...state, firstName: event.data.firstName, lastName: event.data.lastName };
    case "PasswordChanged":
      return { ...state, passwordHash: event.data.passwordHash, ...ended(event.data.keptSession) };
    case "PasswordRehashed":
      return { ...state, passwordHash: event.data.passwordHash };
    case "SessionFenced":
      return state;
    case "OtherSessionsEnded":
      return { ...state, ...ended(event.data.keptSession) };
    case "UserActivated":
      return { ...state, isActive: true };
    case "UserDeactivated":
      return { ...state, isActive: false, ...ended(null) };
    case "RolesChanged": {
      const { isAdmin, isDeveloper, isPro } = event.data;
      return { ...state, isAdmin, isDeveloper, isPro };
    }
  }
}
