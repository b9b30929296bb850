import { hardwareKeysStream } from "@attestory/events/envelope.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { takeKey } from "../hardware-keys/change-key.ts";
import { hardwareKeys } from "../hardware-keys/hardware-keys.ts";
import { disableTotp } from "../second-factors/disable-totp.ts";
import { forgetKey } from "../second-factors/trusted-device.ts";

interface Removal {
  userId: string;
  reason: "rescued" | "admin";
}

/**
 * Removes every second factor, passkey and recovery code of an account whose owner lost them, or where they are someone else's. Safe to
 * repeat, which finishes one that other writers interrupted. Null if that succeeded.
 */
export async function removeSecondFactors(
  commandHandler: CommandHandler,
  { userId, reason }: Removal,
  commandContext: CommandContext,
): Promise<Refused<HandlingReason> | null> {
  const totp = { userId, reason, recoveryCodesKept: false } as const;
  const disabled = await disableTotp(commandHandler, totp, stepContext(commandContext));
  if (isRefused(disabled) && disabled.refused !== "two-factor-disabled") return asConflict(disabled);
  const { state } = await commandHandler.load(hardwareKeys, hardwareKeysStream(userId));
  for (const { keyId } of state.keys) {
    const taken = await takeKey(commandHandler, { userId, keyId, reason }, stepContext(commandContext));
    if (isRefused(taken) && taken.refused !== "no-such-key") return asConflict(taken);
  }
  const forgotten = await forgetKey(commandHandler, { userId, isLast: true }, stepContext(commandContext));
  return isRefused(forgotten) ? forgotten : null;
}

/** A reason that this removal cannot have came of another writer's change. */
const asConflict = ({ refused }: Refused<string>): Refused<HandlingReason> => ({
  refused: isHandlingReason(refused) ? refused : "conflict",
});
