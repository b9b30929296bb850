import { sessionStream, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { type EndReason, session } from "./session.ts";

interface Ending {
  sessionId: string;
  /** The session's owner; for any other user the session is `not-found`. */
  userId: string;
  reason: EndReason;
}

/**
 * Ends one session. A command decided earlier for this session, here or by another command-api, is on the owner's stream by the time
 * of the answer or is never appended: docs/decisions/sign-outs-are-fenced.md.
 */
export async function endSession(
  commandHandler: CommandHandler,
  { sessionId, userId, reason }: Ending,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<"not-found" | HandlingReason>> {
  const outcome = await commandHandler.handle({
    decider: session,
    stream: sessionStream(sessionId),
    command: { type: "end", userId, reason },
    person: userId,
    commandContext,
  });
  if (isRefused(outcome)) return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "not-found" };
  // A refusal for a conflict is as good: another writer's event, appended after the end, is a fence too.
  await commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: { type: "fence-session", userId, sessionId },
    person: null,
    commandContext: { ...stepContext(commandContext), outlivesAuthority: true },
  });
  return outcome;
}
