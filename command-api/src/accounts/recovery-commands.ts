/** Commands of a user's stream about a lost password, and about changes of the address and the username. */
export type RecoveryCommand =
  | { type: "request-password-reset"; now: Date }
  | { type: "reset-password"; resetId: string; passwordHash: string; now: Date }
  /** `taken`: the address has another owner. */
  | { type: "request-email-change"; email: string; taken: boolean }
  | { type: "cancel-email-change" }
  | ({ type: "change-email"; requestId: string; now: Date } & IdentifierChange & { identifier: string })
  | { type: "undo-email-change"; changeId: string; now: Date }
  | { type: "settle-email-change"; changeId: string; now: Date }
  | ({ type: "change-username"; username: string; from: string | null } & IdentifierChange)
  | { type: "fence-identifier-change" }
  /** `causedAt`: when the event `causeId`, which the owner disowns, was recorded. */
  | { type: "secure-account"; causeId: string; causedAt: Date }
  /** By an admin. `causeId`: identifies the command. */
  | { type: "force-reset"; causeId: string };

interface IdentifierChange {
  /** The stream of the address or username from before the change. */
  formerIdentifier: string;
  /** The state's `fences` from before the new identifier was reserved. */
  fences: number;
}
