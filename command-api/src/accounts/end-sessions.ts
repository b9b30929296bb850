import type { RegisteredUser } from "./user-state.ts";

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
