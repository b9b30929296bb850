import { sessionStream, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { type EndReason, session } from "./session.ts";

interface Ending {
  sessionId: string;
  /** Its owner; to anybody else it does not exist. */
  userId: string;
  reason: EndReason;
}

/**
 * Ends one session. Whatever was decided for it before, here or by another command-api, stands on its owner's stream by the answer or
 * never comes there: docs/decisions/sign-outs-are-fenced.md.
 */
export async function endSession(
  commandHandler: CommandHandler,
  { sessionId, userId, reason }: Ending,
  commandContext: CommandContext,
) {
  const stream = sessionStream(sessionId);
  const command = { type: "end", userId, reason } as const;
  const outcome = await commandHandler.handle({ decider: session, stream, command, person: userId, commandContext });
  if (isRefused(outcome)) return outcome;
  const fence = { type: "fence-session", userId, sessionId } as const;
  const step = { ...stepContext(commandContext), sessionId: null };
  // Refused for a conflict it is as good: another writer's event, from after the end, is a fence too.
  await commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: fence,
    person: null,
    commandContext: step,
  });
  return outcome;
}
