import { hardwareKeysStream, secondFactorsStream } from "@attestory/events/envelope.ts";
import type { SecuredPart } from "@attestory/events/recovery-events.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { takeKey } from "../hardware-keys/change-key.ts";
import { hardwareKeys } from "../hardware-keys/hardware-keys.ts";
import { secondFactors } from "../second-factors/second-factors.ts";
import { forgetKey } from "../second-factors/trusted-device.ts";

interface Ending {
  userId: string;
  ended: readonly SecuredPart[];
  /** What was added later stays. */
  until: Date;
}

/**
 * Removes the hardware keys, the authenticator app and the recovery codes that an account had at a time, as far as they are chosen, and
 * ends its trust in every browser. Safe to repeat.
 */
export async function endFactors(
  commandHandler: CommandHandler,
  { userId, ended, until }: Ending,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<"conflict">> {
  const endTrust = (isLast: boolean) =>
    ended.includes("trustedBrowsers")
      ? forgetKey(commandHandler, { userId, isLast }, stepContext(commandContext))
      : commandHandler.head().then((position) => ({ position }));
  // Before a key goes, because a process may die in between; and after it, because a sign-in with it may have made a browser trusted.
  const trust = await endTrust(false);
  if (isRefused(trust)) return { refused: "conflict" };
  const { state } = await commandHandler.load(hardwareKeys, hardwareKeysStream(userId));
  const removed = ended.includes("hardwareKeys") ? state.keys.filter(({ addedAt }) => addedAt <= until) : [];
  for (const { keyId } of removed) {
    const taken = await takeKey(commandHandler, { userId, keyId, reason: "secured" }, stepContext(commandContext));
    if (isRefused(taken) && taken.refused !== "no-such-key") return { refused: "conflict" };
  }
  const hasKey = state.keys.length > removed.length;
  if (ended.includes("twoFactor")) {
    const periods = [{ from: new Date(0), to: until }];
    const disowned = await commandHandler.handle({
      decider: secondFactors,
      stream: secondFactorsStream(userId),
      command: { type: "disown", userId, periods, reason: "secured", hasKey },
      person: userId,
      commandContext: stepContext(commandContext),
    });
    if (isRefused(disowned)) return { refused: "conflict" };
  }
  const outcome = await endTrust(!hasKey);
  return isRefused(outcome) ? { refused: "conflict" } : outcome;
}
