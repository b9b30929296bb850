import { hardwareKeysStream } from "@attestory/events/envelope.ts";
import type { SecuredPart } from "@attestory/events/recovery-events.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { hardwareKeys } from "../hardware-keys/hardware-keys.ts";
import type { Period } from "../second-factors/second-factors-command.ts";
import { forgetKey } from "../second-factors/trusted-device.ts";
import { disownFactors } from "../sign-in/disown-factors.ts";

interface Ending {
  userId: string;
  ended: readonly SecuredPart[];
  /** What was added at other times stays. */
  periods: readonly Period[];
}

/**
 * Removes the hardware keys, the authenticator app and the recovery codes that an account added in the periods, as far as they are chosen, and
 * ends its trust in every browser. Safe to repeat.
 */
export async function endFactors(
  commandHandler: CommandHandler,
  { userId, ended, periods }: Ending,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<"conflict">> {
  const endsTrust = ended.includes("trustedBrowsers");
  const endTrust = async (isLast: boolean) => {
    const outcome = await forgetKey(commandHandler, { userId, isLast }, stepContext(commandContext));
    return isRefused(outcome) ? ({ refused: "conflict" } as const) : outcome;
  };
  // Before a key goes, because a process may die in between; and after it, because a sign-in with it may have made a browser trusted.
  const before = endsTrust ? await endTrust(false) : null;
  if (before && isRefused(before)) return before;
  const removed = { userId, periods, reason: "secured", parts: ended } as const;
  const outcome = await disownFactors(commandHandler, removed, commandContext);
  if (isRefused(outcome) || !endsTrust) return outcome;
  const { state } = await commandHandler.load(hardwareKeys, hardwareKeysStream(userId));
  return endTrust(state.keys.length === 0);
}
