import type { UserEvent } from "@attestory/events/account-events.ts";
import type { RecoveryCommand } from "./recovery-commands.ts";

export type LapseReason = Extract<UserEvent, { type: "RegistrationLapsed" }>["data"]["reason"];

interface NewAccount {
  userId: string;
  email: string;
  username: string;
  firstName: string | null;
  lastName: string | null;
}

export type UserCommand =
  | ({ type: "register"; passwordHash: string } & NewAccount)
  | ({ type: "register-decoy"; ownerId: string } & NewAccount)
  | { type: "abort-registration"; userId: string }
  | { type: "request-verification"; now: Date }
  | { type: "verify-email"; verificationId: string; now: Date }
  | { type: "lapse"; reason: LapseReason; now: Date }
  | { type: "change-profile"; firstName: string | null; lastName: string | null }
  /** `verifiedAgainst`: the hash that the submitted current password matched. */
  | { type: "change-password"; verifiedAgainst: string; passwordHash: string; by: RequestingSession }
  | { type: "rehash-password"; verifiedAgainst: string; passwordHash: string }
  | { type: "end-other-sessions"; by: RequestingSession }
  | RecoveryCommand;

/** The session that sends the command, as of its sign-in. It stays valid after the command. If it has ended, the command is refused. */
export interface RequestingSession {
  sessionId: string;
  sessionEpoch: number;
}
