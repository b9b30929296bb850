import type { UserEvent } from "@attestory/events/account-events.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { SecuredPart } from "@attestory/events/recovery-events.ts";
import type { Refused } from "../handling/decider.ts";
import { isSignedIn } from "./decide-password.ts";
import { endApiKeys, endSessions } from "./end-sessions.ts";
import type { SecureParts } from "./user-command.ts";
import type { RegisteredUser } from "./user-state.ts";

/** Ends what was chosen. Where no password is left, the email has a link that sets one; not that of a deactivated account. */
export function decideSecureParts(
  state: RegisteredUser,
  { causeId, ended, by }: SecureParts,
): readonly UserEvent[] | Refused<"session-ended" | "not-verified"> {
  const { userId, emailVerified, isActive, passwordHash } = state;
  if (by && !isSignedIn(state, by)) return { refused: "session-ended" };
  if (!emailVerified) return { refused: "not-verified" };
  const mayLockOut = ended.includes("password") || (passwordHash === null && ended.includes("hardwareKeys"));
  const chosen = { ended: [...ended], keptSession: by?.sessionId ?? null, sendsLink: isActive && mayLockOut };
  return [{ type: "AccountSecured", data: { userId, causeId, ...chosen } }];
}

type Secured = RecordedEvent<Extract<UserEvent, { type: "AccountSecured" }>>;

/** Hardware keys and second factors are of other streams. No link that was sent before sets a password or changes the address. */
export function partsSecured(state: RegisteredUser, { id, recordedAt, data }: Secured): RegisteredUser {
  const { ended = [], keptSession = null, sendsLink = false } = data;
  const has = (part: SecuredPart) => ended.includes(part);
  const withoutSessions = has("sessions") ? endSessions(state, keptSession) : state;
  const next = has("apiKeys") ? endApiKeys(withoutSessions) : withoutSessions;
  return {
    ...next,
    passwordHash: has("password") ? null : state.passwordHash,
    consentsCountFrom: has("consents") ? recordedAt : state.consentsCountFrom,
    reset: sendsLink ? { id, requestedAt: recordedAt } : null,
    pendingEmail: null,
  };
}
