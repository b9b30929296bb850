import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { handleUserCommand } from "../accounts/handle-user-command.ts";
import { user } from "../accounts/user.ts";
import type { RequestingSession } from "../accounts/user-command.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { requireKeys } from "../hardware-keys/require-keys.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import type { Client } from "../sign-in/client.ts";
import { keepDevice } from "../sign-in/keep-device.ts";

export interface PasswordlessDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  mailLimits: Pick<MailLimits, "ofAccount">;
}

export interface Requester {
  /** Stays signed in. */
  requester: RequestingSession & { userId: string };
  client: Client;
}

type Outcome = { position: bigint } | Refused<"no-passkey" | "no-password" | HandlingReason> | TooManyAttempts;

/** Removes the password of an account that has a passkey, and ends every other session. Its device stays known. */
export function removePassword(
  dependencies: PasswordlessDependencies,
  { requester, client }: Requester,
  commandContext: CommandContext,
): Promise<Outcome & { deviceCookies: string[] }> {
  const { userId } = requester;
  return keepDevice(dependencies, { userId, client, now: commandContext.now }, () =>
    dependencies.mailLimits.ofAccount(userId, () => requireAndRemove(dependencies, requester, commandContext)),
  );
}

async function requireAndRemove(
  dependencies: PasswordlessDependencies,
  by: Requester["requester"],
  commandContext: CommandContext,
): Promise<Outcome> {
  const { commandHandler } = dependencies;
  const stream = userStream(by.userId);
  const record = await commandHandler.findIdempotencyRecord(stream, commandContext);
  if (record) return record;
  const { state } = await commandHandler.load(user, stream);
  const removed = state.status === "registered" ? state.passwordHash : null;
  if (removed === null) return { refused: "no-password" };
  // Before the removal: from here on, the last passkey stays.
  const refusal = await requireKeys(dependencies, { userId: by.userId, passwordHash: removed }, commandContext);
  if (refusal) return refusal;
  const command = { type: "remove-password", removed, by } as const;
  return handleUserCommand(commandHandler, { userId: by.userId, command }, commandContext);
}
