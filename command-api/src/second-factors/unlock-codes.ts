import { secondFactorsStream } from "@attestory/events/envelope.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { secondFactors } from "./second-factors.ts";

/** More wrong codes are recorded in the same stream meanwhile, and must not keep the admin from lifting. */
const mostTries = 60;

/** Ends the lock that wrong codes have caused, on every device. */
export async function unlockCodes(
  commandHandler: CommandHandler,
  userId: string,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<HandlingReason>> {
  const outcome = await commandHandler.handle({
    decider: secondFactors,
    stream: secondFactorsStream(userId),
    command: { type: "unlock-codes", userId },
    person: userId,
    commandContext,
    attempts: mostTries,
  });
  if (!isRefused(outcome)) return outcome;
  return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "conflict" };
}
