import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { RecoveryEvent } from "@attestory/events/recovery-events.ts";
import { changeSeconds } from "./change-token.ts";
import { endApiKeys, endSessions } from "./end-sessions.ts";
import { partsSecured } from "./secure-parts.ts";
import type { RegisteredUser } from "./user-state.ts";

export function evolveRecovery(state: RegisteredUser, event: RecordedEvent<RecoveryEvent>): RegisteredUser {
  const { id, recordedAt } = event;
  switch (event.type) {
    case "PasswordResetRequested":
      return { ...state, reset: { id, requestedAt: recordedAt } };
    case "PasswordReset":
      return passwordReset(state, event);
    case "EmailChangeRequested": {
      const { email, taken } = event.data;
      return { ...state, pendingEmail: { id, email, taken, requestedAt: recordedAt } };
    }
    case "EmailChangeAnnounced":
      return state;
    case "EmailChangeCancelled":
      return { ...state, pendingEmail: null };
    case "EmailChanged":
      return emailChanged(state, event);
    case "EmailChangeUndone":
      return emailChangeUndone(state, event);
    case "EmailChangeSettled":
      return { ...state, emailChanges: state.emailChanges.filter((change) => change.id !== event.data.changeId) };
    case "UsernameChanged":
      return { ...state, username: event.data.username };
    case "IdentifierChangeFenced":
      return { ...state, fences: state.fences + 1 };
    case "AccountSecured":
      return event.data.ended ? partsSecured(state, event) : disowned(state, recordedAt);
  }
}

/** Someone else may have had the account: everything that they could have left behind ends, with the links of emails that they got. */
const disowned = (state: RegisteredUser, at: Date): RegisteredUser => ({
  ...endLinks(endApiKeys(endSessions(state, null))),
  passwordHash: null,
  securedAt: [...state.securedAt.filter((earlier) => at.getTime() - earlier.getTime() < changeSeconds * 1000), at],
  consentsCountFrom: at,
});

/** No link that was sent before can set a password or change the address. */
export const endLinks = (state: RegisteredUser): RegisteredUser => ({ ...state, reset: null, pendingEmail: null });

type Recorded<Type extends RecoveryEvent["type"]> = RecordedEvent<Extract<RecoveryEvent, { type: Type }>>;

const passwordReset = (state: RegisteredUser, { id, data, recordedAt }: Recorded<"PasswordReset">): RegisteredUser => ({
  ...endLinks(endSessions(state, null)),
  passwordHash: data.passwordHash,
  isVerifiedElsewhere: false,
  // No earlier link verifies the address: a registration may have been another person's.
  verification: { id, requestedAt: recordedAt },
});

function emailChanged(state: RegisteredUser, { id, data, recordedAt }: Recorded<"EmailChanged">): RegisteredUser {
  const { requestId, email, formerEmail, identifier, formerIdentifier } = data;
  const change = { id, requestId, changedAt: recordedAt, formerEmail, formerIdentifier, identifier };
  return { ...endLinks(state), email, emailChanges: [...state.emailChanges, change] };
}

function emailChangeUndone(state: RegisteredUser, { data, recordedAt }: Recorded<"EmailChangeUndone">): RegisteredUser {
  const first = state.emailChanges.findIndex(({ id }) => id === data.changeId);
  const emailChanges = state.emailChanges.slice(0, Math.max(first, 0));
  // The owner is sent a link that sets a new password.
  return { ...disowned(state, recordedAt), email: data.email, emailChanges };
}
