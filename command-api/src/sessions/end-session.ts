import { sessionStream } from "@attestory/events/envelope.ts";
import type { CommandContext } from "../handling/command-context.ts";
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
 * Ends one session. From then on, no command that checks the session is appended. Those that found it good before may still be:
 * docs/decisions/sign-outs-and-running-commands.md.
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
  return outcome;
}
