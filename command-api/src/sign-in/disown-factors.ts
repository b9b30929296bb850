import { hardwareKeysStream, secondFactorsStream } from "@attestory/events/envelope.ts";
import type { SecuredPart } from "@attestory/events/recovery-events.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { takeKey } from "../hardware-keys/change-key.ts";
import { hardwareKeys } from "../hardware-keys/hardware-keys.ts";
import { isWithin } from "../second-factors/disowning.ts";
import { secondFactors } from "../second-factors/second-factors.ts";
import type { DisowningReason, Period } from "../second-factors/second-factors-command.ts";

const everyFactor: readonly SecuredPart[] = ["hardwareKeys", "twoFactor"];

interface Disowning {
  userId: string;
  periods: readonly Period[];
  reason: DisowningReason;
  /** The second factors among these; all if left out. `twoFactor`: the authenticator app and the recovery codes. */
  parts?: readonly SecuredPart[];
}

/**
 * Removes every second factor that was added in a period in which the account was not only its owner's, and the recovery codes that were
 * made in one. Safe to repeat.
 */
export async function disownFactors(
  commandHandler: CommandHandler,
  { userId, periods, reason, parts = everyFactor }: Disowning,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<"conflict">> {
  const { state } = await commandHandler.load(hardwareKeys, hardwareKeysStream(userId));
  const keys = parts.includes("hardwareKeys") ? state.keys : [];
  const disowned = keys.filter(({ addedAt }) => isWithin(periods, addedAt));
  for (const { keyId } of disowned) {
    const taken = await takeKey(commandHandler, { userId, keyId, reason }, stepContext(commandContext));
    if (isRefused(taken) && taken.refused !== "no-such-key") return { refused: "conflict" };
  }
  if (!parts.includes("twoFactor")) return { position: await commandHandler.head() };
  const hasKey = state.keys.length > disowned.length;
  const outcome = await commandHandler.handle({
    decider: secondFactors,
    stream: secondFactorsStream(userId),
    command: { type: "disown", userId, periods, reason, hasKey },
    person: userId,
    commandContext: stepContext(commandContext),
  });
  return isRefused(outcome) ? { refused: "conflict" } : outcome;
}
