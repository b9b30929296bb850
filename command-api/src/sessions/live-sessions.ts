import type { LiveSessionEvent } from "@attestory/events/sign-in-events.ts";
import { z } from "zod";
import type { Decider, Refused, SnapshotForm } from "../handling/decider.ts";
import { defineDecider } from "../handling/define-decider.ts";
import { instant, type OfUser, snapshotForm } from "../handling/snapshot-form.ts";

/** The most sessions of one user that live at once. */
export const mostSessions = 100;

const countedSession = z.strictObject({
  id: z.uuid(),
  countedAt: instant,
  /** The session has expired by then, however it was used. */
  endsAt: instant,
});
export type CountedSession = z.infer<typeof countedSession>;

const stored = z.strictObject({ userId: z.uuid(), sessions: z.array(countedSession).readonly() });

/** The newest sessions of one user, oldest first. Some may have ended: only their own streams tell. */
export type LiveSessions = OfUser<typeof stored>;

/** A busy script's user signs in thousands of times, and an old session may live for 90 days. */
const snapshot: SnapshotForm<LiveSessions> = snapshotForm("liveSessions@7487f7e1", stored);

export interface CountSession {
  userId: string;
  sessionId: string;
  absoluteSeconds: number;
  /** Sessions that have ended, as their own streams tell. */
  ended: readonly string[];
  now: Date;
}

/** The sessions that are not known to have expired. */
export const sessionsCountedAt = ({ sessions }: LiveSessions, now: Date): CountedSession[] =>
  sessions.filter(({ endsAt }) => endsAt > now);

/** Counts the sessions of one user. Refuses as `full` while so many are counted that a further one needs another to end. */
export const liveSessions: Decider<LiveSessions, CountSession, LiveSessionEvent, "full"> = defineDecider({
  initial: { userId: null, sessions: [] },

  decide(state, { userId, sessionId, absoluteSeconds, ended, now }): LiveSessionEvent[] | Refused<"full"> {
    const counted = sessionsCountedAt(state, now);
    if (counted.some(({ id }) => id === sessionId)) return [];
    const noLongerCounted = counted.map(({ id }) => id).filter((id) => ended.includes(id));
    if (counted.length - noLongerCounted.length >= mostSessions) return { refused: "full" };
    return [{ type: "SessionCounted", data: { userId, sessionId, absoluteSeconds, noLongerCounted } }];
  },

  evolve: {
    SessionCounted(state, { recordedAt, data: { userId, sessionId, absoluteSeconds, noLongerCounted } }) {
      const others = sessionsCountedAt(state, recordedAt).filter(({ id }) => !noLongerCounted.includes(id));
      const endsAt = new Date(recordedAt.getTime() + absoluteSeconds * 1000);
      return { userId, sessions: [...others, { id: sessionId, countedAt: recordedAt, endsAt }] };
    },
  },

  snapshot,
});
