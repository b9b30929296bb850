import { userStream } from "@attestory/events/envelope.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { user } from "./user.ts";
import type { UserCommand } from "./user-command.ts";

/**
 * Hands a command to the account of a user. What the account itself refuses is refused as `otherwise`: by default, for a command that a
 * signed-in user may always send, as a conflict with another change.
 */
export async function handleUserCommand<Otherwise extends string = "conflict">(
  commandHandler: Pick<CommandHandler, "handle">,
  { userId, command, otherwise }: { userId: string; command: UserCommand; otherwise?: Otherwise },
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<HandlingReason | Otherwise>> {
  const stream = userStream(userId);
  const outcome = await commandHandler.handle({ decider: user, stream, command, person: userId, commandContext });
  if (!isRefused(outcome)) return outcome;
  return { refused: isHandlingReason(outcome.refused) ? outcome.refused : (otherwise ?? "conflict") };
}
