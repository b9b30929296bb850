import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { endSession } from "../sessions/end-session.ts";
import type { Attempts } from "../sign-in/attempts.ts";

/** The requesting session has tried too many wrong passwords or codes and was ended: its user is not the owner. */
export interface SessionExhausted extends Refused<"session-exhausted"> {
  position: bigint;
}

/** Counts a wrong password or code from a session. Ends the session if it has had too many; else null. */
export async function endIfExhausted(
  { commandHandler, attempts }: { commandHandler: CommandHandler; attempts: Attempts },
  session: { userId: string; sessionId: string },
  commandContext: CommandContext,
): Promise<SessionExhausted | Refused<"conflict"> | null> {
  if (!(await attempts.exhausts(session.sessionId))) return null;
  const ownContext = { ...commandContext, fingerprint: null };
  const outcome = await endSession(commandHandler, { ...session, reason: "guessed" }, ownContext);
  return isRefused(outcome) ? { refused: "conflict" } : { refused: "session-exhausted", position: outcome.position };
}
