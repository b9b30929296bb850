import type { UserEvent } from "@attestory/events/account-events.ts";
import type { ErasureReason } from "@attestory/events/erasure-events.ts";
import type { SecuredPart } from "@attestory/events/recovery-events.ts";
import type { RecoveryCommand } from "./recovery-commands.ts";
import type { Roles } from "./user-state.ts";

export type LapseReason = Extract<UserEvent, { type: "RegistrationLapsed" }>["data"]["reason"];

interface NewAccount {
  userId: string;
  email: string;
  username: string;
  firstName: string | null;
  lastName: string | null;
  /** The invitation that it joins with, if any. */
  invitationId?: string | null;
}

export type UserCommand =
  /** `passwordHash`: null if a program creates the account. Its owner then gets a link that sets a password. */
  | ({ type: "register"; passwordHash: string | null } & NewAccount)
  | ({ type: "register-decoy"; ownerId: string } & NewAccount)
  | { type: "abort-registration"; userId: string }
  | { type: "request-verification"; now: Date }
  /** `sameBrowser`: the link was opened in the browser that registered. */
  | { type: "verify-email"; verificationId: string; sameBrowser: boolean; now: Date }
  | { type: "lapse"; reason: LapseReason; now: Date }
  | { type: "change-profile"; firstName: string | null; lastName: string | null }
  /** `verifiedAgainst`: the hash that the submitted current password matched. */
  | { type: "change-password"; verifiedAgainst: string; passwordHash: string; by: RequestingSession }
  /** `removed`: the hash of the password that is removed. Keys are required before. */
  | { type: "remove-password"; removed: string; by: RequestingSession }
  /** For an account without a password. */
  | { type: "set-password"; passwordHash: string; by: RequestingSession }
  | { type: "rehash-password"; verifiedAgainst: string; passwordHash: string }
  | { type: "end-other-sessions"; by: RequestingSession }
  /** By an admin. */
  | { type: "end-all-sessions" }
  | RecoveryCommand
  | SecureParts
  | ErasureCommand
  /** `accessVersion`: of the state that the change was decided on. */
  | { type: "change-status"; isActive: boolean; accessVersion: number }
  | ({ type: "change-roles"; accessVersion: number } & Roles)
  | { type: "enable-developer" }
  | { type: "verify-by-operator" }
  | { type: "make-rescue-link" }
  | { type: "rescue-password"; linkId: string; passwordHash: string; now: Date }
  | { type: "rescue-second-factors"; linkId: string; now: Date }
  | { type: "finish-rescue"; linkId: string };

export type CommandOf<Type extends UserCommand["type"]> = Extract<UserCommand, { type: Type }>;

/** Ends what was chosen of an account. */
export interface SecureParts {
  type: "secure-parts";
  /** Identifies the command. */
  causeId: string;
  ended: readonly SecuredPart[];
  /** The owner's session, which stays. Null: an admin secures the account. */
  by: RequestingSession | null;
}

/** By the owner, by an admin, or by a worker. `requestId`: the id of the event that asked for the erasure. */
type ErasureCommand =
  | { type: "request-erasure"; by: RequestingSession; now: Date }
  | { type: "cancel-erasure"; requestId: string }
  | ({ type: "start-erasure"; receiptId: string; now: Date } & WhyErased)
  /** Once the key is destroyed. */
  | { type: "finish-erasure" };

/** Only the owner has asked for it, by a request, and may end the grace (`isEarly`). */
export type WhyErased =
  | { reason: "own"; requestId: string; isEarly: boolean }
  | { reason: Exclude<ErasureReason, "own"> };

/** The session that sends the command, as of its sign-in. It stays valid after the command. If it has ended, the command is refused. */
export interface RequestingSession {
  sessionId: string;
  sessionEpoch: number;
}
