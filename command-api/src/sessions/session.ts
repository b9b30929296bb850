import type { Recorded } from "@attestory/events/catalogue.ts";
import {
  laterProofs,
  type Proofs,
  proofOfStepUp,
  proofsOfStart,
  readProofs,
  recordProofs,
} from "@attestory/events/session-proofs.ts";
import { isActivityDue, type SessionLimits } from "@attestory/events/session-validity.ts";
import type { SessionEvent } from "@attestory/events/sign-in-events.ts";
import type { Decider, Refused } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";

export interface StartedSession extends SessionLimits {
  status: "started";
  userId: string;
  tokenHash: string;
  rememberMe: boolean;
  /** When the user last proved who they are: at the start, or later in a step-up. */
  authenticatedAt: Date;
  proofs: Proofs;
}
export type SessionState = { status: "none" } | StartedSession;

type Start = Extract<SessionEvent, { type: "SessionStarted" }>["data"];
type Reauthenticated = Extract<SessionEvent, { type: "SessionReauthenticated" }>["data"];
export type ReauthenticationMethod = Reauthenticated["method"];
export type EndReason = Extract<SessionEvent, { type: "SessionEnded" }>["data"]["reason"];

export type SessionCommand =
  | ({ type: "start" } & Start)
  | { type: "record-activity"; now: Date }
  | { type: "reauthenticate"; method: ReauthenticationMethod; userVerified: boolean }
  /** Ends the session for its owner only. For any other user it is `not-found`. */
  | { type: "end"; userId: string; reason: EndReason };

export type SessionReason = "not-found" | "already-started";

export const session: Decider<SessionState, SessionCommand, SessionEvent, SessionReason> = defineDecider({
  initial: { status: "none" },

  decide: {
    start: (state, { type: _, ...data }) =>
      state.status === "none" ? [{ type: "SessionStarted", data }] : { refused: "already-started" },
  },
  evolve: { SessionStarted: started },

  when: {
    is: isStarted,
    otherwise: "not-found",
    decide: { "record-activity": recordActivity, reauthenticate, end },
    evolve: {
      SessionSeen: (state, { recordedAt, data }) => ({
        ...used(state, recordedAt, repeated(data.authenticatedAt)),
        proofs: laterProofs(state.proofs, readProofs(data.proofs)),
      }),
      SessionReauthenticated: (state, { recordedAt, data }) => ({
        ...used(state, recordedAt, recordedAt),
        proofs: laterProofs(laterProofs(state.proofs, readProofs(data.proofs)), { [proofOfStepUp(data)]: recordedAt }),
      }),
      SessionEnded: (state) => ({ ...state, ended: true }),
    },
  },

  // `SessionSeen` and `SessionReauthenticated` each move the last use forward, and both repeat the proofs.
  // 16 leaves room for clocks that differ.
  decidesOnNewest: 16,
});

function started(_: SessionState, { data, recordedAt }: Recorded<"SessionStarted">): StartedSession {
  const { sessionId, method, secondFactor, provenAt, newDevice: _device, ...facts } = data;
  return {
    status: "started",
    id: sessionId,
    ...facts,
    startedAt: recordedAt,
    lastSeenAt: recordedAt,
    authenticatedAt: recordedAt,
    proofs: proofsOfStart({ method, secondFactor, provenAt }, recordedAt),
    ended: false,
  };
}

function isStarted(state: SessionState): state is StartedSession {
  return state.status === "started";
}

/** The authentication that the event repeats; null if it names none. */
const repeated = (authenticatedAt: string | null): Date | null =>
  authenticatedAt === null ? null : new Date(authenticatedAt);

/** `authenticatedAt`: null if the use is no authentication. Another process's clock may be behind: no time moves back. */
const used = (state: StartedSession, lastSeenAt: Date, authenticatedAt: Date | null): StartedSession => ({
  ...state,
  lastSeenAt: later(state.lastSeenAt, lastSeenAt),
  authenticatedAt: later(state.authenticatedAt, authenticatedAt),
});

const later = (known: Date, other: Date | null): Date => (other !== null && other > known ? other : known);

type Decision = readonly SessionEvent[] | Refused<SessionReason>;
type CommandOf<Type extends SessionCommand["type"]> = Extract<SessionCommand, { type: Type }>;

function recordActivity(state: StartedSession, { now }: CommandOf<"record-activity">): Decision {
  const isDue = !state.ended && isActivityDue(state, now);
  const authenticatedAt = state.authenticatedAt.toISOString();
  const proofs = recordProofs(state.proofs);
  return isDue ? [{ type: "SessionSeen", data: { sessionId: state.id, authenticatedAt, proofs } }] : [];
}

/** An ended session stays as it is: a user who knows the password signs in instead. */
function reauthenticate(
  { id, ended, proofs }: StartedSession,
  { method, userVerified }: CommandOf<"reauthenticate">,
): Decision {
  if (ended) return { refused: "not-found" };
  const data = { sessionId: id, method, userVerified, proofs: recordProofs(proofs) };
  return [{ type: "SessionReauthenticated", data }];
}

function end({ id, userId, ended }: StartedSession, command: CommandOf<"end">): Decision {
  if (userId !== command.userId) return { refused: "not-found" };
  return ended ? [] : [{ type: "SessionEnded", data: { sessionId: id, reason: command.reason } }];
}
