import type { SessionLimits } from "@attestory/events/session-validity.ts";
import { activityEverySeconds } from "@attestory/events/session-validity.ts";
import type { SessionEvent } from "@attestory/events/sign-in-events.ts";
import type { Decider } from "../handling/decider.ts";

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
  | { type: "see"; now: Date }
  /** Ends the session for its owner only; for any other user it is `not-found`. */
  | { type: "end"; userId: string; reason: EndReason };

export type SessionReason = "not-found" | "already-started";

export const session: Decider<SessionState, SessionCommand, SessionEvent, SessionReason> = {
  initial: { status: "none" },

  decide(state, command) {
    if (command.type === "start") {
      const { type: _, ...data } = command;
      return state.status === "none" ? [{ type: "SessionStarted", data }] : { refused: "already-started" };
    }
    if (state.status === "none") return { refused: "not-found" };
    const sessionId = state.id;
    if (command.type === "see") {
      const idle = (command.now.getTime() - state.lastSeenAt.getTime()) / 1000;
      const worthIt = !state.ended && idle >= activityEverySeconds(state.idleSeconds);
      return worthIt ? [{ type: "SessionSeen", data: { sessionId } }] : [];
    }
    if (state.userId !== command.userId) return { refused: "not-found" };
    return state.ended ? [] : [{ type: "SessionEnded", data: { sessionId, reason: command.reason } }];
  },

  evolve(state, event) {
    if (event.type === "SessionStarted") {
      const { sessionId, method: _, ...facts } = event.data;
      const at = { startedAt: event.recordedAt, lastSeenAt: event.recordedAt };
      return { status: "started", id: sessionId, ...facts, ...at, ended: false };
    }
    if (state.status === "none") return state;
    if (event.type === "SessionEnded") return { ...state, ended: true };
    // Another process's clock may be behind: the last use never moves back.
    return event.recordedAt > state.lastSeenAt ? { ...state, lastSeenAt: event.recordedAt } : state;
  },

  // Between start and end there are only `SessionSeen` events, each newer than the last. 16 leaves room for clocks that differ.
  decidesOnNewest: 16,
};
