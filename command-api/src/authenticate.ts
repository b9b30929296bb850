import { sessionStream, userStream } from "@attestory/events/envelope.ts";
import { seenEverySeconds, sessionStanding } from "@attestory/events/session-standing.ts";
import { matchesTokenHash, parseSessionToken } from "@attestory/events/session-token.ts";
import { standingOf, user } from "./account/user.ts";
import { systemIntent } from "./intent.ts";
import type { Journal } from "./journal.ts";
import { session } from "./sign-in/session.ts";

/** Who a session token signs in, as commands see it. */
export interface SignedIn {
  userId: string;
  sessionId: string;
  /** The address is not verified yet. */
  pending: boolean;
  roles: { isAdmin: boolean; isDeveloper: boolean; isPro: boolean };
  /** The log has not heard of the session's use for so long that this one is worth a fact. */
  sightingIsDue: boolean;
}

/** Decides from the streams themselves: a session that was ended, or a user that was shut, is dead for commands at once. */
export async function authenticate(journal: Journal, bearer: string, now: Date): Promise<SignedIn | null> {
  const token = parseSessionToken(bearer);
  if (!token) return null;
  const stream = sessionStream(token.sessionId);
  const { state } = await journal.load(session, stream);
  if (state.status === "none" || !matchesTokenHash(token.secret, state.tokenHash)) return null;
  const owner = standingOf((await journal.load(user, userStream(state.userId))).state);
  if (!owner) return null;
  const { userId } = state;
  const standing = sessionStanding(state, owner, now);
  if (standing === "expired") {
    // Said in the log, so that a clock that is set back does not bring it alive again.
    const command = { type: "end", userId, reason: "expired" } as const;
    await journal.handle({ decider: session, stream, command, person: null, intent: systemIntent("sessions", now) });
  }
  if (standing !== "good") return null;
  const unseenMs = now.getTime() - state.lastSeenAt.getTime();
  const sightingIsDue = unseenMs >= seenEverySeconds(state.idleSeconds) * 1000;
  return { userId, sessionId: state.id, pending: state.pending, roles: owner.roles, sightingIsDue };
}
