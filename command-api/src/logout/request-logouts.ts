import { applicationSessionsStream, sessionStream, userStream } from "@attestory/events/envelope.ts";
import { type Present, sessionValidity } from "@attestory/events/session-validity.ts";
import { user } from "../accounts/user.ts";
import { sessionOwnerOf } from "../accounts/user-validity.ts";
import { applicationSessions } from "../application-sessions/application-sessions.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { session } from "../sessions/session.ts";

/** Requests the logout tokens of every session of the user that has ended, in whatever way. @throws if it must be tried again */
export async function requestLogouts(
  commandHandler: CommandHandler,
  userId: string,
  commandContext: CommandContext,
): Promise<void> {
  const stream = applicationSessionsStream(userId);
  const { state } = await commandHandler.load(applicationSessions, stream);
  const known = [...new Set(state.entries.map(({ sessionId }) => sessionId))];
  if (known.length === 0) return;
  const present = { now: commandContext.now, generation: commandHandler.generation };
  const owner = sessionOwnerOf((await commandHandler.load(user, userStream(userId))).state);
  const hasEnded = await Promise.all(known.map((id) => isEnded(commandHandler, { id, owner }, present)));
  const sessionIds = known.filter((_, index) => hasEnded[index]);
  if (sessionIds.length === 0) return;
  const command = { type: "request-logouts" as const, sessionIds };
  const outcome = await commandHandler.handle({
    decider: applicationSessions,
    stream,
    command,
    person: userId,
    commandContext,
  });
  if (isRefused(outcome)) throw new Error(`logout tokens not requested: ${outcome.refused}`);
}

interface Ending {
  id: string;
  owner: ReturnType<typeof sessionOwnerOf>;
}

/** One that merely expired has not: its application's tokens expire, too. */
async function isEnded({ load }: Pick<CommandHandler, "load">, { id, owner }: Ending, present: Present) {
  if (owner === null) return true;
  const { state } = await load(session, sessionStream(id));
  return state.status === "started" && sessionValidity(state, owner, present) === "ended";
}
