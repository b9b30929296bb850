import type { UserEvent } from "@attestory/events/account-events.ts";
import type { Recorded } from "@attestory/events/catalogue.ts";
import { graceMs } from "@attestory/events/erasure-events.ts";
import type { Refused } from "../handling/decider.ts";
import { activated, deactivated } from "./access.ts";
import { undoSeconds } from "./email-change.ts";
import { isSignedIn } from "./end-sessions.ts";
import { isOver } from "./registration-age.ts";
import { reopened } from "./reopen.ts";
import type { CommandOf } from "./user-command.ts";
import type { ErasedUser, RegisteredUser, UserState } from "./user-state.ts";

export type ErasureDecisionReason =
  | "session-ended"
  | "is-admin"
  | "no-erasure"
  | "erasure-not-due"
  | "address-changed-lately"
  | "not-registered";
type Decision = readonly UserEvent[] | Refused<ErasureDecisionReason>;

/** An admin must give the role back first: at least one active admin has to remain. */
export function requestErasure(state: RegisteredUser, { by, now }: CommandOf<"request-erasure">): Decision {
  if (!isSignedIn(state, by)) return { refused: "session-ended" };
  if (state.isAdmin) return { refused: "is-admin" };
  const erasesAt = new Date(now.getTime() + graceMs).toISOString();
  return [{ type: "ErasureRequested", data: { userId: state.userId, erasesAt } }];
}

/** Decided by the version of the stream against the start of the erasure: exactly one of the two holds. */
export const cancelErasure = (state: RegisteredUser, { requestId }: CommandOf<"cancel-erasure">): Decision =>
  state.erasure?.id === requestId ? reopened(state) : { refused: "no-erasure" };

/**
 * From here on, nothing brings the account back. An owner who ends the grace early must not take from another one the time in which a change
 * of the address can be undone.
 */
export function startErasure(state: UserState, command: CommandOf<"start-erasure">): Decision {
  if (state.status === "erased") return [];
  if (state.status !== "registered") return { refused: "not-registered" };
  const { userId, isAdmin, erasure } = state;
  if (isAdmin && command.reason !== "restored") return { refused: "is-admin" };
  const refused = command.reason === "own" ? refuseOwn(state, command) : null;
  if (refused) return refused;
  const { receiptId, reason } = command;
  return [{ type: "ErasureStarted", data: { userId, requestId: erasure?.id ?? null, receiptId, reason } }];
}

function refuseOwn(
  { erasure, emailChanges }: RegisteredUser,
  { requestId, isEarly, now }: Extract<CommandOf<"start-erasure">, { reason: "own" }>,
): Refused<ErasureDecisionReason> | null {
  if (erasure === null || erasure.id !== requestId) return { refused: "no-erasure" };
  if (!isEarly) return now < erasure.erasesAt ? { refused: "erasure-not-due" } : null;
  const isUndoable = emailChanges.some(({ changedAt }) => !isOver(changedAt, undoSeconds, now));
  return isUndoable ? { refused: "address-changed-lately" } : null;
}

export function finishErasure(state: UserState): Decision {
  if (state.status !== "erased") return { refused: "no-erasure" };
  if (state.isDone) return [];
  const { userId, receiptId, reason, requestedAt, startedAt } = state;
  const times = { requestedAt: requestedAt?.toISOString() ?? null, startedAt: startedAt.toISOString() };
  return [{ type: "PersonErased", data: { userId, receiptId, reason, ...times } }];
}

export const erasureRequested = (
  state: RegisteredUser,
  { id, recordedAt, data }: Recorded<"ErasureRequested">,
): RegisteredUser => ({
  ...deactivated(state),
  // An import writes an open request once more. The owner asked when it was written first.
  erasure: { id, requestedAt: state.erasure?.requestedAt ?? recordedAt, erasesAt: new Date(data.erasesAt) },
});

export const erasureCancelled = (state: RegisteredUser): RegisteredUser => ({ ...activated(state), erasure: null });

/** Keeps what must still be released and where the receipt goes; once the key is destroyed, these are null. */
export function erasureStarted(state: UserState, { recordedAt, data }: Recorded<"ErasureStarted">): UserState {
  if (state.status !== "registered") return state;
  const { userId, email, username, emailVerified, emailChanges, erasure, createdBy } = state;
  const { receiptId, reason } = data;
  const former = emailChanges.map(({ formerEmail }) => formerEmail);
  const erased: ErasedUser = {
    status: "erased",
    userId,
    email,
    username,
    isAddressProven: emailVerified,
    formerEmails: former,
    createdBy,
    receiptId,
    reason,
    requestedAt: erasure?.requestedAt ?? null,
    startedAt: recordedAt,
    isDone: false,
  };
  return erased;
}

/** Forgets what this process had read before the key was destroyed. */
export const personErased = (state: UserState): UserState =>
  state.status === "erased" ? { ...state, email: null, username: null, formerEmails: [], isDone: true } : state;
