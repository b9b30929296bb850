import { hardwareKeysStream } from "@attestory/events/envelope.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
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
 * repeat. @throws if other writers came first
 */
export async function removeSecondFactors(
  commandHandler: CommandHandler,
  { userId, reason }: Removal,
  commandContext: CommandContext,
): Promise<void> {
  const totp = { userId, reason, recoveryCodesKept: false } as const;
  const disabled = await disableTotp(commandHandler, totp, stepContext(commandContext));
  if (isRefused(disabled) && disabled.refused !== "two-factor-disabled") {
    throw new Error(`the authenticator app was not removed: ${disabled.refused}`);
  }
  const { state } = await commandHandler.load(hardwareKeys, hardwareKeysStream(userId));
  for (const { keyId } of state.keys) {
    const taken = await takeKey(commandHandler, { userId, keyId, reason }, stepContext(commandContext));
    if (isRefused(taken) && taken.refused !== "no-such-key") throw new Error(`a key was not removed: ${taken.refused}`);
  }
  const forgotten = await forgetKey(commandHandler, { userId, isLast: true }, stepContext(commandContext));
  if (isRefused(forgotten)) throw new Error(`the recovery codes were not removed: ${forgotten.refused}`);
}
