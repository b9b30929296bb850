import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { secondFactorsStream } from "@attestory/events/envelope.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { canonicalRecoveryCode, newRecoveryCodes, type RecoveryCodeSet, recoveryCodeDigest } from "./recovery-code.ts";
import { secondFactors } from "./second-factors.ts";
import type { RecoveryDigests } from "./second-factors-command.ts";

interface IssueDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
}

/** What the log keeps of these codes. */
export const digestsOf = (keyring: Keyring, userId: string, { setId, codes }: RecoveryCodeSet): RecoveryDigests => ({
  setId,
  digests: codes.map((code) => recoveryCodeDigest(keyring, userId, canonicalRecoveryCode(code) ?? code)),
});

/** The codes, to be shown once, if they are the account's newest set; null if the codes of an earlier one are left. */
export async function shownCodes(
  commandHandler: Pick<CommandHandler, "load">,
  userId: string,
  { setId, codes }: RecoveryCodeSet,
): Promise<readonly string[] | null> {
  const { state } = await commandHandler.load(secondFactors, secondFactorsStream(userId));
  return state.recovery?.setId === setId ? codes : null;
}

/**
 * Issues ten recovery codes: with an account's first second factor, if none are left, or in place of all earlier ones (`replace`).
 * `recoveryCodes` is null if codes are left.
 */
export async function issueRecoveryCodes(
  { commandHandler, keyring }: IssueDependencies,
  { userId, replace }: { userId: string; replace: boolean },
  commandContext: CommandContext,
): Promise<{ position: bigint; recoveryCodes: readonly string[] | null } | Refused<HandlingReason>> {
  const issued = newRecoveryCodes(commandContext);
  const set = digestsOf(keyring, userId, issued);
  const outcome = await commandHandler.handle({
    decider: secondFactors,
    stream: secondFactorsStream(userId),
    command: { type: "issue-recovery-codes", userId, set, replace },
    person: userId,
    commandContext,
  });
  if (isRefused(outcome)) return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "conflict" };
  return { position: outcome.position, recoveryCodes: await shownCodes(commandHandler, userId, issued) };
}
