import { maxClockSkewMs } from "./clock-skew.ts";

/** The rule for session validity. The command side applies it to the state of streams, the query side to documents. */

export interface SessionLimits {
  id: string;
  /** Of the log in which it started. It is dead in the log of another generation, which was restored from a backup. */
  generation: number;
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
  /** Raised by every event that ends the user's sessions: a changed password, "end every other session", deactivation. */
  sessionEpoch: number;
  /** The one session that remained valid when the epoch was last raised. */
  keptSession: string | null;
}

/** What a session or a grant is compared with now. */
export interface Present {
  now: Date;
  /** Of the log that the service runs on. */
  generation: number;
}

/** The maximum lifetime of a session, used or not. Browsers keep no cookie longer either. */
export const longestSessionSeconds = 400 * 86_400;

export type SessionValidity = "good" | "ended" | "expired";

const seconds = (from: Date, to: Date) => (to.getTime() - from.getTime()) / 1000;

export function sessionValidity(
  session: SessionLimits,
  owner: SessionOwner,
  { now, generation }: Present,
): SessionValidity {
  if (session.generation !== generation || session.ended || !owner.isActive) return "ended";
  if (session.pending && owner.emailVerified) return "ended";
  if (session.sessionEpoch !== owner.sessionEpoch && owner.keptSession !== session.id) return "ended";
  const [unseen, age] = [seconds(session.lastSeenAt, now), seconds(session.startedAt, now)];
  // The session is dated in the future, beyond clock skew: its age is unknown.
  if (Math.min(unseen, age) < -maxClockSkewMs / 1000) return "expired";
  return unseen >= session.idleSeconds || age >= session.absoluteSeconds ? "expired" : "good";
}

/** How often session activity is recorded: every five minutes, or every tenth of the idle time if that is shorter. */
const activityEverySeconds = (idleSeconds: number): number => Math.min(300, idleSeconds / 10);

/**
 * Whether a use of the session at `now` is to be recorded. That of a pending session is not: it ends at a fixed time, and a user counts as
 * active only once the address is verified.
 */
export const isActivityDue = (
  { pending, lastSeenAt, idleSeconds }: Pick<SessionLimits, "pending" | "lastSeenAt" | "idleSeconds">,
  now: Date,
): boolean => !pending && seconds(lastSeenAt, now) >= activityEverySeconds(idleSeconds);
