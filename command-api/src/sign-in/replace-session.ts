import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { authenticate } from "../sessions/authenticate.ts";
import { endSession } from "../sessions/end-session.ts";

/**
 * Ends the session that a sign-in request came with (ASVS 7.2.4). Returns the position of that event, or null if the request had no
 * other valid session.
 */
export async function replaceSession(
  commandHandler: CommandHandler,
  { bearer, startedId }: { bearer: string | null; startedId: string },
  commandContext: CommandContext,
): Promise<bigint | null> {
  if (bearer === null) return null;
  const old = await authenticate(commandHandler, bearer, commandContext.now);
  if (!old || old.sessionId === startedId) return null;
  const { sessionId, userId } = old;
  const outcome = await endSession(commandHandler, { sessionId, userId, reason: "replaced" }, commandContext);
  return isRefused(outcome) ? null : outcome.position;
}
