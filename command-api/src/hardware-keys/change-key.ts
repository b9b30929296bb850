import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { hardwareKeysStream } from "@attestory/events/envelope.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { forgetKey } from "../second-factors/trusted-device.ts";
import { hardwareKeys } from "./hardware-keys.ts";
import type { RemovalReason } from "./hardware-keys-state.ts";
import { hasHardwareKey } from "./has-hardware-key.ts";
import { keyRefusal } from "./refusals.ts";
import { makeKeysOptional } from "./require-keys.ts";

interface KeyOf {
  userId: string;
  keyId: string;
}

export interface RemoveKeyDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  mailLimits: Pick<MailLimits, "ofAccount">;
}

type Outcome<Reason extends string> = { position: bigint } | Refused<Reason | HandlingReason>;

export async function renameKey(
  commandHandler: CommandHandler,
  { userId, keyId, name }: KeyOf & { name: string },
  commandContext: CommandContext,
): Promise<Outcome<"no-such-key">> {
  const outcome = await commandHandler.handle({
    decider: hardwareKeys,
    stream: hardwareKeysStream(userId),
    command: { type: "rename", keyId, name },
    person: userId,
    commandContext,
  });
  return isRefused(outcome) ? keyRefusal(outcome, { "no-such-key": "no-such-key" }) : outcome;
}

/**
 * Removes a key for its owner, who gets an email. The key may be lost, and with it a browser that is asked for no second factor. So the
 * trust in every browser ends before the key is removed, because a process may die in between; and after it, because a sign-in with this
 * key may meanwhile have made a browser trusted. Recovery codes that a death leaves are replaced with the next first second factor.
 */
export async function removeKey(
  dependencies: RemoveKeyDependencies,
  { userId, keyId }: KeyOf,
  commandContext: CommandContext,
): Promise<Outcome<"no-such-key" | "last-way-in"> | TooManyAttempts> {
  const { commandHandler, mailLimits } = dependencies;
  const removed = await mailLimits.ofAccount(userId, () => takeOwn(dependencies, { userId, keyId }, commandContext));
  return isRefused(removed) ? removed : forget(commandHandler, userId, commandContext);
}

/** Before a key is removed, it only ends the trust: the account has the key still. After it, the last key's recovery codes end too. */
const forget = async (commandHandler: CommandHandler, userId: string, commandContext: CommandContext) =>
  forgetKey(commandHandler, { userId, isLast: !(await hasHardwareKey(commandHandler, userId)) }, commandContext);

/** Takes the last passkey too if the account has another password than those that were removed. */
async function takeOwn(
  dependencies: RemoveKeyDependencies,
  key: KeyOf,
  commandContext: CommandContext,
): Promise<Outcome<"no-such-key" | "last-way-in">> {
  const { commandHandler } = dependencies;
  const { state } = await commandHandler.load(hardwareKeys, hardwareKeysStream(key.userId));
  const isThere = state.keys.some(({ keyId }) => keyId === key.keyId);
  const forgotten = isThere ? await forget(commandHandler, key.userId, stepContext(commandContext)) : null;
  if (forgotten && isRefused(forgotten)) return forgotten;
  const taking = { ...key, reason: "owner" } as const;
  const outcome = await takeKey(commandHandler, taking, commandContext);
  const isLastWayIn = isRefused(outcome) && outcome.refused === "last-way-in";
  if (!isLastWayIn || !(await makeKeysOptional(dependencies, key.userId, commandContext))) return outcome;
  return takeKey(commandHandler, taking, commandContext);
}

/** Removes a key for any reason. A user who disowns or lost it has another way in: a link. */
export async function takeKey(
  commandHandler: CommandHandler,
  { userId, keyId, reason }: KeyOf & { reason: RemovalReason },
  commandContext: CommandContext,
): Promise<Outcome<"no-such-key" | "last-way-in">> {
  const outcome = await commandHandler.handle({
    decider: hardwareKeys,
    stream: hardwareKeysStream(userId),
    command: { type: "remove", keyId, reason },
    person: userId,
    commandContext,
  });
  const reasons = { "no-such-key": "no-such-key", "last-way-in": "last-way-in" } as const;
  return isRefused(outcome) ? keyRefusal(outcome, reasons) : outcome;
}
