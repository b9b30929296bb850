import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import type { SessionEvent } from "@attestory/events/sign-in-events.ts";
import { type SealedFields, sealedFieldsOf } from "../store/sealed-fields.ts";
import type { Projection } from "./projection.ts";

type Started = Extract<SessionEvent, { type: "SessionStarted" }>["data"];
type Ended = Extract<SessionEvent, { type: "SessionEnded" }>["data"];

/** A session as it stands. Whether it is good is for `sessionValidity` to say. */
export interface SessionDocument extends Omit<Started, "sessionId"> {
  id: string;
  /** Milliseconds since the epoch, as is `lastSeenAt`. */
  startedAt: number;
  lastSeenAt: number;
  ended: Ended["reason"] | null;
  /** The version of its stream. */
  version: number;
  /** The newest address and user agent, sealed; opened only to be shown, and dropped when the session ends. */
  seal: SealedFields | null;
}

/** By session id; `user` lists those of a user that were not ended, by their last use. */
export const sessions: Projection<SessionDocument, SessionEvent> = {
  name: "sessions@1",
  takes: ["SessionStarted", "SessionSeen", "SessionEnded"],
  personal: "sealed",
  indexes: {
    user: {
      entry: ({ userId, lastSeenAt, ended }) => (ended ? null : { value: userId, order: instantOrder(lastSeenAt) }),
    },
  },
  keys: (event) => [event.data.sessionId],
  evolve(session, event) {
    if (event.type === "SessionStarted") return started(event);
    if (!session) return null;
    const { version } = event;
    if (event.type === "SessionEnded") return { ...session, version, ended: event.data.reason, seal: null };
    return {
      ...session,
      version,
      // Another process's clock may be behind; a session never grows younger.
      lastSeenAt: Math.max(session.lastSeenAt, event.recordedAt.getTime()),
      seal: sealedFieldsOf(event) ?? session.seal,
    };
  },
};

function started(event: RecordedEvent<Extract<SessionEvent, { type: "SessionStarted" }>>): SessionDocument {
  const { sessionId, ...facts } = event.data;
  const at = event.recordedAt.getTime();
  const { version } = event;
  return { id: sessionId, ...facts, startedAt: at, lastSeenAt: at, ended: null, version, seal: sealedFieldsOf(event) };
}

/** Instants of fifteen digits sort as text like numbers, for thirty thousand years. */
const instantOrder = (milliseconds: number) => String(milliseconds).padStart(15, "0");
