import type { UserEvent } from "@attestory/events/account-events.ts";
import type { Refused } from "../handling/decider.ts";
import type { CommandOf, RequestingSession } from "./user-command.ts";
import type { RegisteredUser } from "./user-state.ts";

/** Whether the session is still valid as far as its owner's account decides it. */
export const isSignedIn = (owner: RegisteredUser, { sessionId, sessionEpoch }: RequestingSession): boolean =>
  owner.isActive && (sessionEpoch === owner.sessionEpoch || sessionId === owner.keptSession);

export function endOtherSessions(
  state: RegisteredUser,
  { by }: CommandOf<"end-other-sessions">,
): readonly UserEvent[] | Refused<"session-ended"> {
  if (!isSignedIn(state, by)) return { refused: "session-ended" };
  return [{ type: "OtherSessionsEnded", data: { userId: state.userId, keptSession: by.sessionId } }];
}

export const endAllSessions = ({ userId }: RegisteredUser): UserEvent[] => [
  { type: "OtherSessionsEnded", data: { userId, keptSession: null } },
];

/** Every session of an earlier epoch ends, except the kept one. */
export const endSessions = (state: RegisteredUser, keptSession: string | null): RegisteredUser => ({
  ...state,
  sessionEpoch: state.sessionEpoch + 1,
  keptSession,
});

/** Every API key of an earlier epoch ends. */
export const endApiKeys = (state: RegisteredUser): RegisteredUser => ({
  ...state,
  apiKeyEpoch: state.apiKeyEpoch + 1,
});
