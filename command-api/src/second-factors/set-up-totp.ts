import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { secondFactorsStream, userStream } from "@attestory/events/envelope.ts";
import { qrCodeOf } from "../accounts/qr-code.ts";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { SecondFactorReason } from "./decide-second-factors.ts";
import { digestsOf, shownCodes } from "./issue-recovery-codes.ts";
import { newRecoveryCodes } from "./recovery-code.ts";
import { secondFactors } from "./second-factors.ts";
import { newTotpSecret, otpauthUri } from "./totp.ts";

export interface SetUpDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
}

type Reason = SecondFactorReason | HandlingReason;

/** Shows a new secret, or again the one that was shown a moment ago. Nothing is asked for it until a code was given. */
export async function startTotpSetUp(
  { commandHandler }: Pick<SetUpDependencies, "commandHandler">,
  userId: string,
  commandContext: CommandContext,
): Promise<{ position: bigint; qrCode: string; secret: string } | Refused<Reason>> {
  const stream = secondFactorsStream(userId);
  const command = { type: "start-set-up", userId, secret: newTotpSecret(), now: commandContext.now } as const;
  const outcome = await commandHandler.handle({
    decider: secondFactors,
    stream,
    command,
    person: userId,
    commandContext,
  });
  if (isRefused(outcome)) return outcome;
  const { state } = await commandHandler.load(secondFactors, stream);
  const { state: owner } = await commandHandler.load(user, userStream(userId));
  const secret = state.setUp?.secret;
  // Another request has enabled it meanwhile.
  if (!secret || owner.status !== "registered") return { refused: "two-factor-enabled" };
  const uri = otpauthUri({ account: owner.email ?? "", secret });
  return { position: outcome.position, qrCode: await qrCodeOf(uri), secret };
}

/** Enables two-factor authentication with a first code of the new secret. `replace`: recovery codes that are left stop working. */
export async function enableTotp(
  { commandHandler, keyring }: SetUpDependencies,
  { userId, code, replace }: { userId: string; code: string; replace: boolean },
  commandContext: CommandContext,
): Promise<{ position: bigint; recoveryCodes: readonly string[] | null } | Refused<Reason>> {
  const issued = newRecoveryCodes(commandContext);
  const attemptId = commandContext.newId("code");
  const outcome = await commandHandler.handle({
    decider: secondFactors,
    stream: secondFactorsStream(userId),
    command: {
      type: "enable",
      userId,
      attemptId,
      code,
      set: digestsOf(keyring, userId, issued),
      replace,
      now: commandContext.now,
    },
    person: userId,
    commandContext,
  });
  if (isRefused(outcome)) return outcome;
  return { position: outcome.position, recoveryCodes: await shownCodes(commandHandler, userId, issued) };
}
