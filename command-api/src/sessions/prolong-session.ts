import { sessionStream } from "@attestory/events/envelope.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import { session } from "./session.ts";

/**
 * Records the use of a session, as every call does, but before it answers: a read with the answer's position shows the new idle end.
 * Nothing is appended if a use was recorded a moment ago.
 */
export async function prolongSession(
  commandHandler: CommandHandler,
  { sessionId, userId }: Pick<SignedIn, "sessionId" | "userId">,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<"not-found" | HandlingReason>> {
  const outcome = await commandHandler.handle({
    decider: session,
    stream: sessionStream(sessionId),
    command: { type: "record-activity", now: commandContext.now },
    person: userId,
    commandContext,
  });
  if (isRefused(outcome)) return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "not-found" };
  return outcome;
}
