import type { UserEvent } from "@attestory/events/account-events.ts";
import type { Refused } from "../handling/decider.ts";
import { isSignedIn } from "./end-sessions.ts";
import type { CommandOf } from "./user-command.ts";
import type { RegisteredUser } from "./user-state.ts";

/** `has-password`: an account with a password changes it, and must know it. */
export type PasswordReason = "password-changed-meanwhile" | "has-password" | "session-ended";

type Decision = readonly UserEvent[] | Refused<PasswordReason>;
export function changePassword(state: RegisteredUser, command: CommandOf<"change-password">): Decision {
  const { verifiedAgainst, passwordHash, by } = command;
  if (!isSignedIn(state, by)) return { refused: "session-ended" };
  if (verifiedAgainst !== state.passwordHash) return { refused: "password-changed-meanwhile" };
  return [{ type: "PasswordChanged", data: { userId: state.userId, passwordHash, keptSession: by.sessionId } }];
}

/** A password that was changed meanwhile stays: the key that its removal required may be gone. */
export function removePassword(state: RegisteredUser, { removed, by }: CommandOf<"remove-password">): Decision {
  if (!isSignedIn(state, by)) return { refused: "session-ended" };
  if (removed !== state.passwordHash) return { refused: "password-changed-meanwhile" };
  return [{ type: "PasswordRemoved", data: { userId: state.userId, keptSession: by.sessionId } }];
}

export function setPassword(state: RegisteredUser, { passwordHash, by }: CommandOf<"set-password">): Decision {
  if (!isSignedIn(state, by)) return { refused: "session-ended" };
  if (state.passwordHash !== null) return { refused: "has-password" };
  return [{ type: "PasswordChanged", data: { userId: state.userId, passwordHash, keptSession: by.sessionId } }];
}

export function rehashPassword(state: RegisteredUser, command: CommandOf<"rehash-password">): Decision {
  const { verifiedAgainst, passwordHash } = command;
  if (verifiedAgainst !== state.passwordHash) return [];
  return [{ type: "PasswordRehashed", data: { userId: state.userId, passwordHash } }];
}
