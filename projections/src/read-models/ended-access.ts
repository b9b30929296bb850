import type { ApiKeyOwner } from "@attestory/events/api-key-validity.ts";
import type { RecoveryEvent } from "@attestory/events/recovery-events.ts";
import type { SessionOwner } from "@attestory/events/session-validity.ts";

/** Every session of an earlier epoch ends, except the kept one. */
export const endSessions = <User extends SessionOwner>(user: User, keptSession: string | null): User => ({
  ...user,
  sessionEpoch: user.sessionEpoch + 1,
  keptSession,
});

/** Every API key of an earlier epoch ends. */
export const endApiKeys = <User extends ApiKeyOwner>(user: User): User => ({
  ...user,
  apiKeyEpoch: user.apiKeyEpoch + 1,
});

/** Ends what the account's owner or an admin chose; without a choice, both. */
export function endSecured<User extends SessionOwner & ApiKeyOwner>(
  user: User,
  { ended, keptSession = null }: Extract<RecoveryEvent, { type: "AccountSecured" }>["data"],
): User {
  const withoutSessions = (ended?.includes("sessions") ?? true) ? endSessions(user, keptSession) : user;
  return (ended?.includes("apiKeys") ?? true) ? endApiKeys(withoutSessions) : withoutSessions;
}
