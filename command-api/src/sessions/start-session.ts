import { sessionStream } from "@attestory/events/envelope.ts";
import type { SessionEvent } from "@attestory/events/sign-in-events.ts";
import { sessionToken, tokenHash } from "@attestory/http/security/session-token.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { countSession, isAlive } from "./count-session.ts";
import { session } from "./session.ts";

export interface SessionTimes {
  idleSeconds: number;
  absoluteSeconds: number;
}

/** Case T6: "remember me" allows 30 days idle and 90 days in total. */
export const rememberedTimes: SessionTimes = { idleSeconds: 30 * 86_400, absoluteSeconds: 90 * 86_400 };
/**
 * Case T1: the session started by a registration lasts an hour, less a few seconds. It has ended when another registration can replace
 * this one. Otherwise strict mode would reveal whether that happened: a decoy is not replaced.
 */
export const pendingTimes: SessionTimes = { idleSeconds: 3590, absoluteSeconds: 3590 };

type Started = Extract<SessionEvent, { type: "SessionStarted" }>["data"];

export interface NewSession {
  userId: string;
  sessionEpoch: number;
  method: Started["method"];
  secondFactor: Started["secondFactor"];
  /** When the password was given, if that was before the start. */
  provenAt?: Date | null;
  newDevice: boolean;
  rememberMe: boolean;
  times: SessionTimes;
}

/**
 * Starts a session. The oldest one of the user ends if too many live. The answer waits for both appends, which share a commit: nobody
 * has the token of a session that is not counted. See docs/decisions/live-sessions.md.
 */
export async function startSession(
  commandHandler: CommandHandler,
  asked: NewSession,
  commandContext: CommandContext,
): Promise<{ token: string; sessionId: string; position: bigint } | Refused<HandlingReason>> {
  const sessionId = commandContext.newId("session");
  const secret = commandContext.newSecret("session");
  const counted = { userId: asked.userId, sessionId, absoluteSeconds: asked.times.absoluteSeconds };
  const counts = await isToBeCounted(commandHandler, { ...counted, method: asked.method }, commandContext);
  const [started, count] = await Promise.all([
    appendStart(commandHandler, { ...asked, sessionId, tokenHash: tokenHash(secret) }, commandContext),
    counts ? countSession(commandHandler, counted, commandContext) : null,
  ]);
  if (isRefused(started)) return { refused: isHandlingReason(started.refused) ? started.refused : "conflict" };
  if (count && isRefused(count)) return count;
  const position = count && count.position > started.position ? count.position : started.position;
  return { token: sessionToken({ sessionId, secret }), sessionId, position };
}

/** A user has one pending session at most. A repeated sign-in must not end a session that lives if its own has ended meanwhile. */
async function isToBeCounted(
  commandHandler: CommandHandler,
  { userId, sessionId, method }: { userId: string; sessionId: string; method: NewSession["method"] },
  commandContext: CommandContext,
): Promise<boolean> {
  if (method === "registration") return false;
  const record = await commandHandler.findIdempotencyRecord(sessionStream(sessionId), commandContext);
  return record === null || isAlive(commandHandler, { userId, sessionId }, commandContext.now);
}

const appendStart = (
  commandHandler: CommandHandler,
  started: NewSession & { sessionId: string; tokenHash: string },
  commandContext: CommandContext,
) => {
  const { userId, sessionId, tokenHash, sessionEpoch, method, secondFactor, provenAt, newDevice, rememberMe, times } =
    started;
  return commandHandler.handle({
    decider: session,
    stream: sessionStream(sessionId),
    command: {
      type: "start",
      sessionId,
      userId,
      tokenHash,
      pending: method === "registration",
      method,
      secondFactor,
      provenAt: provenAt?.toISOString() ?? null,
      newDevice,
      rememberMe,
      sessionEpoch,
      generation: commandHandler.generation,
      ...times,
    },
    person: userId,
    begins: true,
    commandContext,
  });
};
