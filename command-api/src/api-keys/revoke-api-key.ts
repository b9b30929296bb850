import { apiKeyStream } from "@attestory/events/envelope.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { apiKey } from "./api-key.ts";
import { uncountApiKey } from "./count-api-key.ts";

/** Revokes a key of this owner. From then on, no command that the key sends is appended. */
export async function revokeApiKey(
  commandHandler: CommandHandler,
  { userId, keyId }: { userId: string; keyId: string },
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<"not-found" | HandlingReason>> {
  const outcome = await commandHandler.handle({
    decider: apiKey,
    stream: apiKeyStream(keyId),
    command: { type: "revoke", userId },
    person: userId,
    commandContext,
  });
  if (isRefused(outcome)) return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "not-found" };
  await uncountApiKey(commandHandler, { userId, keyId }, commandContext);
  return outcome;
}

/** By an admin: revokes the key of any user, as its owner would. */
export async function revokeAnyApiKey(
  commandHandler: CommandHandler,
  keyId: string,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<"not-found" | HandlingReason>> {
  const { state } = await commandHandler.load(apiKey, apiKeyStream(keyId));
  if (state.status === "none") return { refused: "not-found" };
  return revokeApiKey(commandHandler, { userId: state.userId, keyId }, commandContext);
}
