import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { requestWithoutRevealing } from "../mail/request-without-revealing.ts";
import { accountKey } from "../sign-in/attempts.ts";
import type { Client } from "../sign-in/client.ts";
import { findOwner } from "../sign-in/find-owner.ts";

export interface RequestDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  mailLimits: MailLimits;
}

/**
 * Requests an email with a link that sets a new password, if the address has an active account and the limits allow it. Does not reveal
 * whether it did. An account that is not verified gets it too: the link verifies it, and ends the password of its registration.
 */
export function requestPasswordReset(
  dependencies: RequestDependencies,
  { email, client }: { email: string; client: Client },
  commandContext: CommandContext,
): Promise<{ position: bigint }> {
  const asked = { address: accountKey(dependencies.keyring, email), network: client.network };
  return requestWithoutRevealing(dependencies, asked, () => request(dependencies, email, commandContext));
}

async function request(
  dependencies: RequestDependencies,
  email: string,
  commandContext: CommandContext,
): Promise<void> {
  const owner = await findOwner(dependencies, { email, now: commandContext.now });
  if (!owner || !(await dependencies.mailLimits.maySend())) return;
  await dependencies.commandHandler.handle({
    decider: user,
    stream: userStream(owner.userId),
    command: { type: "request-password-reset", now: commandContext.now },
    person: owner.userId,
    commandContext,
  });
}
