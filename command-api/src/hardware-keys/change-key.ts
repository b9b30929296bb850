import { hardwareKeysStream } from "@attestory/events/envelope.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { hardwareKeys } from "./hardware-keys.ts";
import type { RemovalReason } from "./hardware-keys-state.ts";
import { keyRefusal } from "./refusals.ts";

interface KeyOf {
  userId: string;
  keyId: string;
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

export interface RemoveKeyDependencies {
  commandHandler: CommandHandler;
  mailLimits: Pick<MailLimits, "ofAccount">;
  endTrust: EndTrust;
}

/** Ends the trust in every browser of the account. */
export type EndTrust = (
  userId: string,
  commandContext: CommandContext,
) => Promise<{ position: bigint } | Refused<HandlingReason>>;

/** Removes a key for its owner, who gets an email. The key may be lost, and with it a browser that is asked for no second factor. */
export async function removeKey(
  { commandHandler, mailLimits, endTrust }: RemoveKeyDependencies,
  { userId, keyId }: KeyOf,
  commandContext: CommandContext,
): Promise<Outcome<"no-such-key" | "last-way-in"> | TooManyAttempts> {
  const removed = await mailLimits.ofAccount(userId, () =>
    takeKey(commandHandler, { userId, keyId, reason: "owner" }, commandContext),
  );
  return isRefused(removed) ? removed : endTrust(userId, commandContext);
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
