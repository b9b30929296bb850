import type { UserEvent } from "@attestory/events/account-events.ts";
import type { RecoveryState } from "./recovery-state.ts";

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
  /** The user whose API key created the account, or null. */
  createdBy: string | null;
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
  /** A program or an admin created the account, and its owner has not opened the link that verifies the address and sets the password. */
  awaitsOwner: boolean;
  /** The invitation that the account was registered with, or null. */
  invitationId: string | null;
  isActive: boolean;
  /** Raised by every event that ends the person's sessions. */
  sessionEpoch: number;
  /** The session that stayed valid when `sessionEpoch` was last raised, or null. */
  keptSession: string | null;
  /** Raised by every event that ends the person's API keys. */
  apiKeyEpoch: number;
  /** How often the account has become an active admin. Invitations end with the term in which they were made. */
  adminTerm: number;
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

export const isRegistered = (state: UserState): state is RegisteredUser => state.status === "registered";
