import { apiKeyStream, countedApiKeysStream } from "@attestory/events/envelope.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { apiKey } from "./api-key.ts";
import { type CountedApiKey, countedApiKeys } from "./counted-api-keys.ts";

/** Keys that are created at the same moment are counted one after the other. */
const attempts = 40;
/** A key is counted before it is created. If it was not created after this time, its creation has failed. */
const creationMs = 60_000;

interface KeyOf {
  userId: string;
  keyId: string;
}

/** Counts a key that is about to be created. `full`: its owner has the most keys that a user may have. */
export async function countApiKey(
  commandHandler: CommandHandler,
  key: KeyOf,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<"full" | HandlingReason>> {
  for (let attempt = 0; attempt < attempts; attempt++) {
    const outcome = await count(commandHandler, key, commandContext);
    if (!isRefused(outcome) || (outcome.refused !== "full" && outcome.refused !== "conflict")) return outcome;
    if (outcome.refused === "full" && !(await makeRoom(commandHandler, key.userId, commandContext))) return outcome;
  }
  return { refused: "conflict" };
}

const count = async (commandHandler: CommandHandler, key: KeyOf, commandContext: CommandContext) =>
  change(commandHandler, { type: "count", ...key }, commandContext);

/** After its revocation, a key no longer counts. If this is not reached, the next key that finds no room does it. */
export const uncountApiKey = (commandHandler: CommandHandler, key: KeyOf, commandContext: CommandContext) =>
  change(commandHandler, { type: "uncount", ...key }, commandContext);

async function change(
  commandHandler: CommandHandler,
  command: { type: "count" | "uncount" } & KeyOf,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<"full" | HandlingReason>> {
  const outcome = await commandHandler.handle({
    decider: countedApiKeys,
    stream: countedApiKeysStream(command.userId),
    command,
    person: null,
    commandContext: stepContext(commandContext),
  });
  if (!isRefused(outcome)) return outcome;
  return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "full" };
}

/** Ends the count of keys that were revoked, or never created. False if there are none. */
async function makeRoom(
  commandHandler: CommandHandler,
  userId: string,
  commandContext: CommandContext,
): Promise<boolean> {
  const { state: counted } = await commandHandler.load(countedApiKeys, countedApiKeysStream(userId));
  const isGone = async ({ keyId, countedAt }: CountedApiKey): Promise<boolean> => {
    const { state } = await commandHandler.load(apiKey, apiKeyStream(keyId));
    if (state.status === "created") return state.revoked;
    return commandContext.now.getTime() - countedAt.getTime() >= creationMs;
  };
  const gone = await Promise.all(counted.map(isGone));
  const keys = counted.filter((_, index) => gone[index]);
  for (const { keyId } of keys) await uncountApiKey(commandHandler, { userId, keyId }, commandContext);
  return keys.length > 0;
}
