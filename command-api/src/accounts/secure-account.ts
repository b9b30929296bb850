import type { UserEvent } from "@attestory/events/account-events.ts";
import type { Recorded } from "@attestory/events/catalogue.ts";
import type { SecuredPart } from "@attestory/events/recovery-events.ts";
import type { Refused } from "../handling/decider.ts";
import { changeSeconds } from "./change-token.ts";
import { endApiKeys, endSessions, isSignedIn } from "./end-sessions.ts";
import { endLinks, passwordResetRequested } from "./password-reset.ts";
import { reopened } from "./reopen.ts";
import type { CommandOf } from "./user-command.ts";
import { belongsToOwner, type RegisteredUser } from "./user-state.ts";

type Decision = readonly UserEvent[] | Refused<"session-ended" | "not-verified">;

/**
 * What happened before the account was last secured is answered already: the sessions and the password of then are gone. No link goes
 * to an address that came after the change. The email about it undoes the change.
 */
export function secureAccount(state: RegisteredUser, { causeId, causedAt }: CommandOf<"secure-account">): Decision {
  const { userId, emailChanges } = state;
  if (securedAfter(state, causedAt)) return [];
  const secured: UserEvent = { type: "AccountSecured", data: { userId, causeId } };
  const isAddressNewer = emailChanges.some(({ changedAt }) => changedAt > causedAt);
  const link = isAddressNewer || !belongsToOwner(state) ? [] : [passwordResetRequested(userId, "disowned")];
  return [...reopened(state), secured, ...link];
}

/** When the account was first secured after something happened. Null if it was not. */
export const securedAfter = ({ securedAt }: RegisteredUser, at: Date): Date | null =>
  securedAt.find((secured) => secured >= at) ?? null;

/** An account that nobody verified has a link already: that of its verification. One that is deactivated gets none, as it would not work. */
export function forceReset(state: RegisteredUser, { causeId }: CommandOf<"force-reset">): Decision {
  const { userId, emailVerified, isActive } = state;
  if (!emailVerified) return { refused: "not-verified" };
  const secured: UserEvent = { type: "AccountSecured", data: { userId, causeId } };
  return isActive ? [secured, passwordResetRequested(userId, "forced")] : [secured];
}

/** Ends what was chosen. Where no password is left, the email has a link that sets one; not that of a deactivated account. */
export function secureParts(state: RegisteredUser, { causeId, ended, by }: CommandOf<"secure-parts">): Decision {
  const { userId, emailVerified, isActive, passwordHash } = state;
  if (by && !isSignedIn(state, by)) return { refused: "session-ended" };
  if (!emailVerified) return { refused: "not-verified" };
  const mayLockOut = ended.includes("password") || (passwordHash === null && ended.includes("hardwareKeys"));
  const chosen = { ended: [...ended], keptSession: by?.sessionId ?? null, sendsLink: isActive && mayLockOut };
  return [{ type: "AccountSecured", data: { userId, causeId, ...chosen } }];
}

export const accountSecured = (state: RegisteredUser, event: Recorded<"AccountSecured">): RegisteredUser =>
  event.data.ended ? partsSecured(state, event) : disowned(state, event.recordedAt);

/** Someone else may have had the account: everything that they could have left behind ends, with the links of emails that they got. */
export const disowned = (state: RegisteredUser, at: Date): RegisteredUser => ({
  ...endLinks(endApiKeys(endSessions(state, null))),
  passwordHash: null,
  securedAt: [...state.securedAt.filter((earlier) => at.getTime() - earlier.getTime() < changeSeconds * 1000), at],
  consentsCountFrom: at,
});

/** Hardware keys and second factors are of other streams. No link that was sent before sets a password or changes the address. */
function partsSecured(state: RegisteredUser, { id, recordedAt, data }: Recorded<"AccountSecured">): RegisteredUser {
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
