import { sessionStream } from "@attestory/events/envelope.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { type ReauthenticationMethod, session } from "../sessions/session.ts";

export interface Reauthentication {
  userId: string;
  sessionId: string;
  method: ReauthenticationMethod;
  /** A hardware key checked who uses it. */
  userVerified: boolean;
}

/** Records that the user of a session proved who they are. From now on, the session may make calls that declare `stepUp`, for a time. */
export async function reauthenticate(
  commandHandler: CommandHandler,
  { userId, sessionId, method, userVerified }: Reauthentication,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<HandlingReason>> {
  const outcome = await commandHandler.handle({
    decider: session,
    stream: sessionStream(sessionId),
    command: { type: "reauthenticate", method, userVerified },
    person: userId,
    commandContext,
  });
  if (!isRefused(outcome)) return outcome;
  return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "session-ended" };
}
