import { sessionStream } from "@attestory/events/envelope.ts";
import { sessionToken, tokenHash } from "@attestory/http/security/session-token.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { countSession } from "./count-session.ts";
import { session } from "./session.ts";

export interface SessionTimes {
  idleSeconds: number;
  absoluteSeconds: number;
}

/** Case T6: "remember me" allows 30 days idle and 90 days in total. */
export const rememberedTimes: SessionTimes = { idleSeconds: 30 * 86_400, absoluteSeconds: 90 * 86_400 };
/** Case T1: the session started by a registration lasts an hour. */
export const pendingTimes: SessionTimes = { idleSeconds: 3600, absoluteSeconds: 3600 };

export interface NewSession {
  userId: string;
  sessionEpoch: number;
  method: "password" | "registration";
  rememberMe: boolean;
  times: SessionTimes;
}

/** Starts a session. The oldest one of the user ends if too many live. */
export async function startSession(
  commandHandler: CommandHandler,
  { userId, sessionEpoch, method, rememberMe, times }: NewSession,
  commandContext: CommandContext,
): Promise<{ token: string; sessionId: string; position: bigint } | Refused<HandlingReason>> {
  const sessionId = commandContext.newId("session");
  const secret = commandContext.newSecret("session");
  const stream = sessionStream(sessionId);
  const pending = method === "registration";
  // A user has one pending session at most. A repeated sign-in was counted when its session started.
  if (!pending && !(await commandHandler.findIdempotencyRecord(stream, commandContext))) {
    const { absoluteSeconds } = times;
    const refusal = await countSession(commandHandler, { userId, sessionId, absoluteSeconds }, commandContext);
    if (refusal) return refusal;
  }
  const outcome = await commandHandler.handle({
    decider: session,
    stream,
    command: {
      type: "start",
      sessionId,
      userId,
      tokenHash: tokenHash(secret),
      pending,
      method,
      rememberMe,
      sessionEpoch,
      ...times,
    },
    person: userId,
    commandContext,
  });
  if (isRefused(outcome)) return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "conflict" };
  return { token: sessionToken({ sessionId, secret }), sessionId, position: outcome.position };
}
