import { liveSessionsStream, sessionStream, userStream } from "@attestory/events/envelope.ts";
import { sessionValidity } from "@attestory/events/session-validity.ts";
import { user } from "../accounts/user.ts";
import { sessionOwnerOf } from "../accounts/user-validity.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { endSession } from "./end-session.ts";
import { type CountedSession, liveSessions, mostSessions, sessionsCountedAt } from "./live-sessions.ts";
import { session } from "./session.ts";

/** Sign-ins of one user at the same moment decide again one after the other. */
const attempts = 40;
/** A session may be counted before it starts. If it has not started after this time, its sign-in has failed. */
const startingMs = 60_000;

interface NewSession {
  userId: string;
  sessionId: string;
  absoluteSeconds: number;
}

/**
 * Counts a session that starts at this moment. If the user has the most sessions that may live, the oldest one ends first. Safe to
 * interrupt and to repeat: see docs/decisions/live-sessions.md.
 */
export async function countSession(
  commandHandler: CommandHandler,
  started: NewSession,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<"conflict">> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const room = { userId: started.userId, isFirstAttempt: attempt === 0 };
    const ended = await makeRoom(commandHandler, room, commandContext);
    const outcome = await commandHandler.handle({
      decider: liveSessions,
      stream: liveSessionsStream(started.userId),
      command: { ...started, ended, now: commandContext.now },
      person: null,
      commandContext: stepContext(commandContext),
    });
    if (!isRefused(outcome)) return outcome;
  }
  return { refused: "conflict" };
}

/** The counted sessions that have ended, as far as one must be known for another session to be counted. Ends the oldest if none has. */
async function makeRoom(
  commandHandler: CommandHandler,
  { userId, isFirstAttempt }: { userId: string; isFirstAttempt: boolean },
  commandContext: CommandContext,
): Promise<string[]> {
  const { now } = commandContext;
  const stream = liveSessionsStream(userId);
  const known = commandHandler.lastKnown(liveSessions, stream);
  // The append at that version proves that there is room. No session ends for what may be out of date.
  if (isFirstAttempt && known && sessionsCountedAt(known.state, now).length < mostSessions) return [];
  const counted = sessionsCountedAt((await commandHandler.load(liveSessions, stream)).state, now);
  if (counted.length < mostSessions) return [];
  const ended = await findEnded(commandHandler, { userId, counted }, now);
  return ended.length > 0 ? ended : endOldest(commandHandler, { userId, counted }, commandContext);
}

interface Counted {
  userId: string;
  /** Oldest first. */
  counted: readonly CountedSession[];
}

async function endOldest(
  commandHandler: CommandHandler,
  { userId, counted }: Counted,
  commandContext: CommandContext,
): Promise<string[]> {
  for (const { id } of counted) {
    const ending = { sessionId: id, userId, reason: "limit" } as const;
    const outcome = await endSession(commandHandler, ending, stepContext(commandContext));
    if (!isRefused(outcome)) return [id];
    // One that is about to start cannot be ended yet.
    if (outcome.refused !== "not-found") break;
  }
  return [];
}

/** Whether the session has started and is still good. */
export async function isAlive(
  { load, generation }: CommandHandler,
  { userId, sessionId }: { userId: string; sessionId: string },
  now: Date,
): Promise<boolean> {
  const { state } = await load(session, sessionStream(sessionId));
  const owner = sessionOwnerOf((await load(user, userStream(userId))).state);
  return state.status === "started" && owner !== null && sessionValidity(state, owner, { now, generation }) === "good";
}

/** Loads every counted session: the ones that have ended must not cost one that lives. */
async function findEnded(
  { load, generation }: CommandHandler,
  { userId, counted }: Counted,
  now: Date,
): Promise<string[]> {
  const owner = sessionOwnerOf((await load(user, userStream(userId))).state);
  const lives = async ({ id, countedAt }: CountedSession): Promise<boolean> => {
    const { state } = await load(session, sessionStream(id));
    if (state.status === "none") return now.getTime() - countedAt.getTime() < startingMs;
    return owner !== null && sessionValidity(state, owner, { now, generation }) === "good";
  };
  const living = await Promise.all(counted.map(lives));
  return counted.flatMap(({ id }, index) => (living[index] ? [] : [id]));
}
