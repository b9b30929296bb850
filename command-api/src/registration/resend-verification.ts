import { setTimeout as wait } from "node:timers/promises";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { canonicalEmail, emailStream } from "../identifiers/canonical.ts";
import { reservation } from "../identifiers/reservation.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { accountKey } from "../sign-in/attempts.ts";
import type { Client } from "../sign-in/client.ts";

/** Minimum duration, whether an email is sent or not: the time must not reveal it. */
const leastMs = 60;

export interface ResendDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  mailLimits: MailLimits;
}

/** Requests a new verification email if one is due and the limits allow it. Does not reveal whether it was. */
export async function resendVerification(
  dependencies: ResendDependencies,
  { email, client }: { email: string; client: Client },
  commandContext: CommandContext,
): Promise<{ position: bigint }> {
  const { commandHandler, keyring, mailLimits } = dependencies;
  // Read before the request: a position that depends on its outcome would reveal it.
  const position = await commandHandler.head();
  const leastDuration = wait(leastMs);
  const request = { address: accountKey(keyring, email), network: client.network };
  if (await mailLimits.mayAsk(request)) await requestVerification(dependencies, email, commandContext);
  await leastDuration;
  return { position };
}

async function requestVerification(
  { commandHandler, keyring, mailLimits }: ResendDependencies,
  email: string,
  commandContext: CommandContext,
): Promise<void> {
  const canonical = canonicalEmail(email);
  if (!canonical) return;
  const { state: owner } = await commandHandler.load(reservation, emailStream(keyring, canonical));
  if (owner.status === "free") return;
  const { userId } = owner;
  const stream = userStream(userId);
  const { state } = await commandHandler.load(user, stream);
  if (state.status !== "registered" || state.emailVerified || !(await mailLimits.maySend())) return;
  await commandHandler.handle({
    decider: user,
    stream,
    command: { type: "request-verification", now: commandContext.now },
    person: userId,
    commandContext,
  });
}
