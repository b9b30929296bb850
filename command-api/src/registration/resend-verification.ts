import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { canonicalEmail, emailStream } from "../identifiers/canonical.ts";
import { reservation } from "../identifiers/reservation.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { requestWithoutRevealing } from "../mail/request-without-revealing.ts";
import { accountKey } from "../sign-in/attempts.ts";
import type { Client } from "../sign-in/client.ts";

export interface ResendDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  mailLimits: MailLimits;
}

/** Requests a new verification email if one is due and the limits allow it. Does not reveal whether it was. */
export function resendVerification(
  dependencies: ResendDependencies,
  { email, client }: { email: string; client: Client },
  commandContext: CommandContext,
): Promise<{ position: bigint }> {
  const asked = { address: accountKey(dependencies.keyring, email), network: client.network };
  return requestWithoutRevealing(dependencies, asked, () => requestVerification(dependencies, email, commandContext));
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
