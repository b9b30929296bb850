import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";

interface ProfileChange {
  userId: string;
  firstName: string | null;
  lastName: string | null;
}

/** Changes the first and last name of a signed-in user. */
export async function changeProfile(
  commandHandler: CommandHandler,
  { userId, firstName, lastName }: ProfileChange,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<HandlingReason>> {
  const outcome = await commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: { type: "change-profile", firstName, lastName },
    person: userId,
    commandContext,
  });
  if (!isRefused(outcome)) return outcome;
  // A signed-in user is registered, so the decider's own reasons do not apply here.
  return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "conflict" };
}
