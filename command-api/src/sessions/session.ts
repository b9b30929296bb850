import { isActivityDue, type SessionLimits } from "@attestory/events/session-validity.ts";
import type { SessionEvent } from "@attestory/events/sign-in-events.ts";
import type { Decider, Refused } from "../handling/decider.ts";

export interface StartedSession extends SessionLimits {
  status: "started";
  userId: string;
  tokenHash: string;
  rememberMe: boolean;
}
export type SessionState = { status: "none" } | StartedSession;

type Start = Extract<SessionEvent, { type: "SessionStarted" }>["data"];
export type EndReason = Extract<SessionEvent, { type: "SessionEnded" }>["data"]["reason"];

export type SessionCommand =
  | ({ type: "start" } & Start)
  | { type: "record-activity"; now: Date }
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
      case "end":
        return end(state, command);
    }
  },

  evolve(state, event) {
    if (event.type === "SessionStarted") {
      const { sessionId, method: _, ...started } = event.data;
      const { recordedAt } = event;
      return {
        status: "started",
        id: sessionId,
        ...started,
        startedAt: recordedAt,
        lastSeenAt: recordedAt,
        ended: false,
      };
    }
    if (state.status === "none") return state;
    if (event.type === "SessionEnded") return { ...state, ended: true };
    // Another process's clock may be behind: the last use never moves back.
    return event.recordedAt > state.lastSeenAt ? { ...state, lastSeenAt: event.recordedAt } : state;
  },

  // Between start and end there are only `SessionSeen` events, each newer than the last. 16 leaves room for clocks that differ.
  decidesOnNewest: 16,
};

type Decision = readonly SessionEvent[] | Refused<SessionReason>;
type CommandOf<Type extends SessionCommand["type"]> = Extract<SessionCommand, { type: Type }>;

function start(state: SessionState, { type: _, ...data }: CommandOf<"start">): Decision {
  return state.status === "none" ? [{ type: "SessionStarted", data }] : { refused: "already-started" };
}

function recordActivity(state: SessionState, { now }: CommandOf<"record-activity">): Decision {
  if (state.status === "none") return { refused: "not-found" };
  const isDue = !state.ended && isActivityDue(state, now);
  return isDue ? [{ type: "SessionSeen", data: { sessionId: state.id } }] : [];
}

function end(state: SessionState, { userId, reason }: CommandOf<"end">): Decision {
  if (state.status === "none" || state.userId !== userId) return { refused: "not-found" };
  return state.ended ? [] : [{ type: "SessionEnded", data: { sessionId: state.id, reason } }];
}
