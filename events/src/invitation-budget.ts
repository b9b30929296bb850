/** The rule for how many accounts API keys may create. The command side applies it to streams, the query side to documents. */

/** What the API keys of one user did lately. Milliseconds since the epoch, oldest first. */
export interface InvitedLately {
  /** When accounts were created: each sent an email to an address that nobody had confirmed. */
  counted: readonly number[];
  /** When such accounts ended unconfirmed. */
  lapsed: readonly number[];
}

export interface InvitationBudget {
  /** How many may be created in 24 hours. */
  limit: number;
  /** How many were, in the last 24 hours. */
  used: number;
  /** How many ended unconfirmed in the last 30 days. Each takes one from the limit. */
  lapsed: number;
  /** When the next one may be created; null if one may be now. */
  resumesAt: Date | null;
}

const dayMs = 86_400_000;
const lapsesCountMs = 30 * dayMs;
/** However many lapse, a tenth of the limit is left. */
const leastShare = 0.1;

export const isCountedAt = (at: number, now: Date): boolean => now.getTime() - at < dayMs;
export const isLapseCountedAt = (at: number, now: Date): boolean => now.getTime() - at < lapsesCountMs;

/** @param perDay the limit of a user of whose accounts none lapsed */
export function invitationBudget({ counted, lapsed }: InvitedLately, perDay: number, now: Date): InvitationBudget {
  const latest = counted.filter((at) => isCountedAt(at, now));
  const lapses = lapsed.filter((at) => isLapseCountedAt(at, now)).length;
  const limit = Math.max(Math.ceil(perDay * leastShare), perDay - lapses);
  // When this one is a day old, fewer than the limit are left.
  const lastInTheWay = latest[latest.length - limit];
  const resumesAt = lastInTheWay === undefined ? null : new Date(lastInTheWay + dayMs);
  return { limit, used: latest.length, lapsed: lapses, resumesAt };
}
