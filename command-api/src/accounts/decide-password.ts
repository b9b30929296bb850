import type { UserEvent } from "@attestory/events/account-events.ts";
import type { Refused } from "../handling/decider.ts";
import type { RequestingSession, UserCommand } from "./user-command.ts";
import type { RegisteredUser } from "./user-state.ts";

/** `has-password`: an account with a password changes it, and must know it. */
export type PasswordReason = "password-changed-meanwhile" | "has-password" | "session-ended";

type Decision = readonly UserEvent[] | Refused<PasswordReason>;
type PasswordCommand = Extract<
  UserCommand,
  { type: "change-password" | "remove-password" | "set-password" | "rehash-password" }
>;
type CommandOf<Type extends PasswordCommand["type"]> = Extract<PasswordCommand, { type: Type }>;

export function decidePassword(state: RegisteredUser, command: PasswordCommand): Decision {
  switch (command.type) {
    case "change-password":
      return changePassword(state, command);
    case "remove-password":
      return removePassword(state, command);
    case "set-password":
      return setPassword(state, command);
    case "rehash-password":
      return rehashPassword(state, command);
  }
}

function changePassword(state: RegisteredUser, command: CommandOf<"change-password">): Decision {
  const { verifiedAgainst, passwordHash, by } = command;
  if (!isSignedIn(state, by)) return { refused: "session-ended" };
  if (verifiedAgainst !== state.passwordHash) return { refused: "password-changed-meanwhile" };
  return [{ type: "PasswordChanged", data: { userId: state.userId, passwordHash, keptSession: by.sessionId } }];
}

/** A password that was changed meanwhile stays: the key that its removal required may be gone. */
function removePassword(state: RegisteredUser, { removed, by }: CommandOf<"remove-password">): Decision {
  if (!isSignedIn(state, by)) return { refused: "session-ended" };
  if (removed !== state.passwordHash) return { refused: "password-changed-meanwhile" };
  return [{ type: "PasswordRemoved", data: { userId: state.userId, keptSession: by.sessionId } }];
}

function setPassword(state: RegisteredUser, { passwordHash, by }: CommandOf<"set-password">): Decision {
  if (!isSignedIn(state, by)) return { refused: "session-ended" };
  if (state.passwordHash !== null) return { refused: "has-password" };
  return [{ type: "PasswordChanged", data: { userId: state.userId, passwordHash, keptSession: by.sessionId } }];
}

function rehashPassword(state: RegisteredUser, command: CommandOf<"rehash-password">): Decision {
  const { verifiedAgainst, passwordHash } = command;
  if (verifiedAgainst !== state.passwordHash) return [];
  return [{ type: "PasswordRehashed", data: { userId: state.userId, passwordHash } }];
}

/** Whether the session is still valid as far as its owner's account decides it. */
export const isSignedIn = (owner: RegisteredUser, { sessionId, sessionEpoch }: RequestingSession): boolean =>
  owner.isActive && (sessionEpoch === owner.sessionEpoch || sessionId === owner.keptSession);
