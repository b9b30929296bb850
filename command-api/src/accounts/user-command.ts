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
  | { type: "request-verification" }
  | { type: "verify-email"; verificationId: string; now: Date }
  | { type: "change-profile"; firstName: string | null; lastName: string | null }
  /** `verifiedAgainst`: the hash that the given current password was found to match. */
  | { type: "change-password"; verifiedAgainst: string; passwordHash: string; by: AskingSession }
  | { type: "rehash-password"; verifiedAgainst: string; passwordHash: string }
  | { type: "end-other-sessions"; by: AskingSession }
  /** After the end of one session, for which its own stream is the truth. */
  | { type: "fence-session"; userId: string; sessionId: string };

/** The session that asks, as it signed in. It survives what it asks for, if it still stands when that is decided. */
export interface AskingSession {
  sessionId: string;
  sessionEpoch: number;
}
