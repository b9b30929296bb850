import { LogUnavailable } from "@attestory/event-store/log/event-log.ts";
import { type StreamName, sessionStream, userStream } from "@attestory/events/envelope.ts";
import { isActivityDue, sessionValidity } from "@attestory/events/session-validity.ts";
import { matchesTokenHash, parseSessionToken } from "@attestory/http/security/session-token.ts";
import { user } from "../accounts/user.ts";
import { sessionOwnerOf } from "../accounts/user-validity.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import { type SessionState, type StartedSession, session } from "./session.ts";

/** Reads the streams, so that commands reject an ended session or a deactivated user at once. */
export async function authenticate(
  commandHandler: CommandHandler,
  bearer: string,
  now: Date,
): Promise<SignedIn | null> {
  const token = parseSessionToken(bearer);
  if (!token) return null;
  const stream = sessionStream(token.sessionId);
  const { state } = await commandHandler.load(session, stream);
  if (!isOf(state, token)) return null;
  const owner = sessionOwnerOf((await commandHandler.load(user, userStream(state.userId))).state);
  if (!owner) return null;
  const validity = sessionValidity(state, owner, { now, generation: commandHandler.generation });
  if (validity === "expired") await recordExpiry(commandHandler, { stream, userId: state.userId }, now);
  return validity === "good" ? signedIn(state, owner, now) : null;
}

/**
 * Reads nothing. Null unless the session is good as this process last knew it: only reading the streams can tell that it is not. What it
 * signs in must be proven before anything follows from it.
 */
export function authenticateAsKnown(
  { lastKnown, generation }: Pick<CommandHandler, "lastKnown" | "generation">,
  bearer: string,
  now: Date,
): SignedIn | null {
  const token = parseSessionToken(bearer);
  const state = token && lastKnown(session, sessionStream(token.sessionId))?.state;
  if (!state || !isOf(state, token)) return null;
  const known = lastKnown(user, userStream(state.userId));
  const owner = known && sessionOwnerOf(known.state);
  if (!owner || sessionValidity(state, owner, { now, generation }) !== "good") return null;
  return { ...signedIn(state, owner, now), proof: { isGiven: false } };
}

const isOf = (state: SessionState, { secret }: { secret: string }): state is StartedSession =>
  state.status !== "none" && matchesTokenHash(secret, state.tokenHash);

function signedIn(state: StartedSession, { roles }: Pick<SignedIn, "roles">, now: Date): SignedIn {
  const { id: sessionId, userId, pending, sessionEpoch, authenticatedAt, startedAt, proofs } = state;
  const activityIsDue = isActivityDue(state, now);
  return {
    kind: "session",
    userId,
    sessionId,
    pending,
    roles,
    activityIsDue,
    sessionEpoch,
    authenticatedAt,
    startedAt,
    proofs,
  };
}

/** Records the expiry, so that a clock set back does not revive the session. If the log is unavailable, it is rejected all the same. */
async function recordExpiry(
  commandHandler: CommandHandler,
  { stream, userId }: { stream: StreamName; userId: string },
  now: Date,
): Promise<void> {
  try {
    await commandHandler.handle({
      decider: session,
      stream,
      command: { type: "end", userId, reason: "expired" },
      person: null,
      commandContext: systemContext("sessions", now),
    });
  } catch (error) {
    if (!(error instanceof LogUnavailable)) throw error;
  }
}
