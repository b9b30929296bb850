import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { secondFactorsStream, userStream } from "@attestory/events/envelope.ts";
import { qrCodeOf } from "../accounts/qr-code.ts";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { begunSetUp } from "./decide-set-up.ts";
import { digestsOf, shownCodes } from "./issue-recovery-codes.ts";
import { newRecoveryCodes } from "./recovery-code.ts";
import { secondFactors } from "./second-factors.ts";
import type { SecondFactorReason, SettingUp } from "./second-factors-command.ts";
import { newTotpSecret, otpauthUri } from "./totp.ts";

export interface SetUpDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
}

type Reason = SecondFactorReason | HandlingReason;

/** The session that sets up, and its owner. */
export interface SettingUpOwner {
  userId: string;
  sessionId: string;
}

/** The session with the account's epoch, and the account's address. Null without an account. */
async function settingUp(
  commandHandler: CommandHandler,
  { userId, sessionId }: SettingUpOwner,
): Promise<{ by: SettingUp; email: string | null } | null> {
  const { state: owner } = await commandHandler.load(user, userStream(userId));
  if (owner.status !== "registered") return null;
  const { sessionEpoch, email } = owner;
  return { by: { sessionId, sessionEpoch }, email };
}

/** Shows a new secret, or again the one that this session was shown a moment ago. Nothing is asked for it until a code was given. */
export async function startTotpSetUp(
  { commandHandler }: Pick<SetUpDependencies, "commandHandler">,
  asking: SettingUpOwner,
  commandContext: CommandContext,
): Promise<{ position: bigint; qrCode: string; secret: string } | Refused<Reason>> {
  const { userId } = asking;
  const owner = await settingUp(commandHandler, asking);
  if (!owner) return { refused: "session-ended" };
  const { by, email } = owner;
  const stream = secondFactorsStream(userId);
  const command = { type: "start-set-up", userId, by, secret: newTotpSecret(), now: commandContext.now } as const;
  const outcome = await commandHandler.handle({
    decider: secondFactors,
    stream,
    command,
    person: userId,
    commandContext,
  });
  if (isRefused(outcome)) return outcome;
  const { state } = await commandHandler.load(secondFactors, stream);
  if (state.totp) return { refused: "two-factor-enabled" };
  // Another session has begun one meanwhile, or a repeated request finds that its own has ended.
  const begun = begunSetUp(state, by);
  if (!begun) return { refused: "conflict" };
  const { secret } = begun;
  const uri = otpauthUri({ account: email ?? "", secret });
  return { position: outcome.position, qrCode: await qrCodeOf(uri), secret };
}

/** Enables two-factor authentication with a first code of the new secret. `replace`: recovery codes that are left stop working. */
export async function enableTotp(
  { commandHandler, keyring }: SetUpDependencies,
  { code, replace, ...asking }: SettingUpOwner & { code: string; replace: boolean },
  commandContext: CommandContext,
): Promise<{ position: bigint; recoveryCodes: readonly string[] | null } | Refused<Reason>> {
  const { userId } = asking;
  const owner = await settingUp(commandHandler, asking);
  if (!owner) return { refused: "session-ended" };
  const issued = newRecoveryCodes(commandContext);
  const attemptId = commandContext.newId("code");
  const outcome = await commandHandler.handle({
    decider: secondFactors,
    stream: secondFactorsStream(userId),
    command: {
      type: "enable",
      userId,
      by: owner.by,
      attemptId,
      code,
      set: digestsOf(keyring, userId, issued),
      replace,
      now: commandContext.now,
      machineTime: commandContext.machineTime,
    },
    person: userId,
    commandContext,
  });
  if (isRefused(outcome)) return outcome;
  return { position: outcome.position, recoveryCodes: await shownCodes(commandHandler, userId, issued) };
}
