import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import type { RateLimit } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { handleUserCommand } from "../accounts/handle-user-command.ts";
import { isReplaceable } from "../accounts/registration-age.ts";
import { user } from "../accounts/user.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { canonicalEmail, emailStream } from "../identifiers/canonical.ts";
import { signsInWith } from "../identifiers/owned-identifiers.ts";
import { reservation } from "../identifiers/reservation.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { accountKey } from "../sign-in/attempts.ts";
import type { Client } from "../sign-in/client.ts";

export interface EmailChangeDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  mailLimits: MailLimits;
  /** Requests for another address of one account, also the refused ones: in lenient mode, they show which addresses have an account. */
  emailRequests: RateLimit;
  /** `strict`: an address that another account has gets the same answer, and its owner an email. */
  enumerationProtection: "lenient" | "strict";
}

interface EmailChange {
  userId: string;
  newEmail: string;
  client: Client;
}

type Reason = "invalid-new-email" | "same-email" | "new-email-taken" | HandlingReason;
type Outcome = { position: bigint } | Refused<Reason> | TooManyAttempts;

/**
 * Requests another address for a signed-in user. It counts once its owner opens the link of the email to it; nothing is reserved before, so
 * nobody can keep an address from its owner. The current address gets an email. Only the newest request counts.
 */
export async function requestEmailChange(
  dependencies: EmailChangeDependencies,
  change: EmailChange,
  commandContext: CommandContext,
): Promise<Outcome> {
  const { commandHandler, keyring, mailLimits, emailRequests } = dependencies;
  const { userId, newEmail, client } = change;
  const record = await commandHandler.findIdempotencyRecord(userStream(userId), commandContext);
  if (record) return record;
  const canonical = canonicalEmail(newEmail);
  if (!canonical) return { refused: "invalid-new-email" };
  const { state: owner } = await commandHandler.load(user, userStream(userId));
  if (owner.status !== "registered") return { refused: "conflict" };
  const stream = emailStream(keyring, canonical);
  if (signsInWith(keyring, owner, stream)) return { refused: "same-email" };
  const consumption = await emailRequests.consume(userId);
  if ("waitSeconds" in consumption) return { refused: "too-many-attempts", ...consumption };
  return mailLimits.ofAccount(userId, async (): Promise<Outcome> => {
    const wait = await mailLimits.waitToAsk({ address: accountKey(keyring, newEmail), network: client.network });
    if (wait) return wait;
    const taken = await isTaken(dependencies, { userId, canonical }, commandContext);
    if (taken && dependencies.enumerationProtection === "lenient") return { refused: "new-email-taken" };
    const command = { type: "request-email-change", email: newEmail, taken } as const;
    return handleUserCommand(commandHandler, { userId, command, otherwise: "same-email" }, commandContext);
  });
}

/** Whether another account has the address. Changes and reserves nothing. */
async function isTaken(
  { commandHandler, keyring }: EmailChangeDependencies,
  { userId, canonical }: { userId: string; canonical: string },
  { now }: CommandContext,
): Promise<boolean> {
  const { state } = await commandHandler.load(reservation, emailStream(keyring, canonical));
  if (state.status === "free" || state.userId === userId) return false;
  const { state: holder } = await commandHandler.load(user, userStream(state.userId));
  return !isReplaceable(holder, now);
}
