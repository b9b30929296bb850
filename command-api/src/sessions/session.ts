import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { isActivityDue, type SessionLimits } from "@attestory/events/session-validity.ts";
import type { SessionEvent } from "@attestory/events/sign-in-events.ts";
import type { Decider, Refused } from "../handling/decider.ts";

export interface StartedSession extends SessionLimits {
  status: "started";
  userId: string;
  tokenHash: string;
  rememberMe: boolean;
  /** When the user last proved who they are: at the start, or later in a step-up. */
  authenticatedAt: Date;
}
export type SessionState = { status: "none" } | StartedSession;

type Start = Extract<SessionEvent, { type: "SessionStarted" }>["data"];
type Reauthenticated = Extract<SessionEvent, { type: "SessionReauthenticated" }>["data"];
export type ReauthenticationMethod = Reauthenticated["method"];
export type EndReason = Extract<SessionEvent, { type: "SessionEnded" }>["data"]["reason"];

export type SessionCommand =
  | ({ type: "start" } & Start)
  | { type: "record-activity"; now: Date }
  | { type: "reauthenticate"; method: ReauthenticationMethod }
  /** Ends the session for its owner only. For any other user it is `not-found`. */
  | { type: "end"; userId: string; reason: EndReason };

export type SessionReason = "not-found" | "already-started";

export const session: Decider<SessionState, SessionCommand, SessionEvent, SessionReason> = {
  initial: { status: "none" },

  decide(state, command) {
    switch (command.type) {
      case "start":
        return start(state, command);
      case "record-activity":
        return recordActivity(state, command);
      case "reauthenticate":
        return reauthenticate(state, command);
      case "end":
        return end(state, command);
    }
  },

  evolve(state, event) {
    if (event.type === "SessionStarted") {
      const { sessionId, method: _, secondFactor: __, newDevice: ___, ...started } = event.data;
      const { recordedAt } = event;
      return {
        status: "started",
        id: sessionId,
        ...started,
        startedAt: recordedAt,
        lastSeenAt: recordedAt,
        authenticatedAt: recordedAt,
        ended: false,
      };
    }
    if (state.status === "none") return state;
    if (event.type === "SessionEnded") return { ...state, ended: true };
    // Another process's clock may be behind: neither moves back.
    return {
      ...state,
      lastSeenAt: later(state.lastSeenAt, event.recordedAt),
      authenticatedAt: later(state.authenticatedAt, authenticationOf(event)),
    };
  },

  // `SessionSeen` and `SessionReauthenticated` each move the last use forward, and `SessionSeen` repeats the last authentication.
  // 16 leaves room for clocks that differ.
  decidesOnNewest: 16,
};

type Use = RecordedEvent<Extract<SessionEvent, { type: "SessionSeen" | "SessionReauthenticated" }>>;

/** The authentication that the event is or repeats; null if there is none. */
function authenticationOf(event: Use): Date | null {
  if (event.type === "SessionReauthenticated") return event.recordedAt;
  return event.data.authenticatedAt === null ? null : new Date(event.data.authenticatedAt);
}

const later = (known: Date, other: Date | null): Date => (other !== null && other > known ? other : known);

type Decision = readonly SessionEvent[] | Refused<SessionReason>;
type CommandOf<Type extends SessionCommand["type"]> = Extract<SessionCommand, { type: Type }>;

function start(state: SessionState, { type: _, ...data }: CommandOf<"start">): Decision {
  return state.status === "none" ? [{ type: "SessionStarted", data }] : { refused: "already-started" };
}

function recordActivity(state: SessionState, { now }: CommandOf<"record-activity">): Decision {
  if (state.status === "none") return { refused: "not-found" };
  const isDue = !state.ended && isActivityDue(state, now);
  const authenticatedAt = state.authenticatedAt.toISOString();
  return isDue ? [{ type: "SessionSeen", data: { sessionId: state.id, authenticatedAt } }] : [];
}

/** An ended session stays as it is: a user who knows the password signs in instead. */
function reauthenticate(state: SessionState, { method }: CommandOf<"reauthenticate">): Decision {
  if (state.status === "none" || state.ended) return { refused: "not-found" };
  return [{ type: "SessionReauthenticated", data: { sessionId: state.id, method } }];
}

function end(state: SessionState, { userId, reason }: CommandOf<"end">): Decision {
  if (state.status === "none" || state.userId !== userId) return { refused: "not-found" };
  return state.ended ? [] : [{ type: "SessionEnded", data: { sessionId: state.id, reason } }];
}
