import { maxClockSkewMs } from "./clock-skew.ts";

/** The rule by which a session is good, for whoever asks: the command side with folded streams, the query side with documents. */

export interface SessionLimits {
  id: string;
  pending: boolean;
  sessionEpoch: number;
  startedAt: Date;
  lastSeenAt: Date;
  idleSeconds: number;
  absoluteSeconds: number;
  ended: boolean;
}

export interface SessionOwner {
  isActive: boolean;
  emailVerified: boolean;
  /** Raised by whatever ends the person's sessions: a changed password, "end every other session", deactivation. */
  sessionEpoch: number;
  /** The one session that survived the last raise. */
  keptSession: string | null;
}

/** Nobody is given a session that lives longer, used or not: browsers keep no cookie longer either. */
export const longestSessionSeconds = 400 * 86_400;

export type SessionValidity = "good" | "ended" | "expired";

const seconds = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000;

export function sessionValidity(session: SessionLimits, owner: SessionOwner, now: Date): SessionValidity {
  if (session.ended || !owner.isActive) return "ended";
  if (session.pending && owner.emailVerified) return "ended";
  if (session.sessionEpoch !== owner.sessionEpoch && owner.keptSession !== session.id) return "ended";
  const [unseen, age] = [seconds(session.lastSeenAt, now), seconds(session.startedAt, now)];
  // Of a time that is yet to come: how old it is cannot be told.
  if (Math.min(unseen, age) < -maxClockSkewMs / 1000) return "expired";
  return unseen >= session.idleSeconds || age >= session.absoluteSeconds ? "expired" : "good";
}

/** How often using a session is worth a fact: five minutes, or a tenth of its idle time if that is shorter. */
export const activityEverySeconds = (idleSeconds: number): number => Math.min(300, idleSeconds / 10);
