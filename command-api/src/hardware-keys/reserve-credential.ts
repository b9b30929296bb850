import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { credentialStream, hardwareKeysStream, type StreamName } from "@attestory/events/envelope.ts";
import { type CommandContext, stepContext, systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { credentialReservation, type KeyOfUser } from "./credential-reservation.ts";
import { hardwareKeys } from "./hardware-keys.ts";

interface Dependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
}

/** Others may reserve the credential between the steps. */
const attempts = 5;

/** Without the pepper, which is in the vault, nobody can look up a credential in the log. */
const streamOf = (keyring: Keyring, credentialId: string): StreamName =>
  credentialStream(keyring.hmac("identifier pepper", "credential", credentialId));

/**
 * Reserves a WebAuthn credential for a key that is about to be added. A reservation whose key is not in its user's own events was left
 * behind by a removed key, or by a registration that failed or was interrupted: it is taken over.
 */
export async function reserveCredential(
  { commandHandler, keyring }: Dependencies,
  { credentialId, ...key }: KeyOfUser & { credentialId: string },
  commandContext: CommandContext,
): Promise<"reserved" | Refused<"taken" | "conflict">> {
  const stream = streamOf(keyring, credentialId);
  for (let attempt = 1; attempt <= attempts; attempt++) {
    const { state: holder } = await commandHandler.load(credentialReservation, stream);
    const isOwn = holder?.userId === key.userId && holder.keyId === key.keyId;
    if (holder && !isOwn && !(await hasLetGo(commandHandler, holder, commandContext.now))) return { refused: "taken" };
    const outcome = await commandHandler.handle({
      decider: credentialReservation,
      stream,
      command: { type: "reserve", ...key, instead: holder },
      person: null,
      commandContext: stepContext(commandContext),
    });
    if (!isRefused(outcome)) return "reserved";
  }
  return { refused: "conflict" };
}

/** True if the holder does not have the key, and can no longer add it: its slow writer is fenced off first. */
async function hasLetGo(commandHandler: CommandHandler, { userId, keyId }: KeyOfUser, now: Date): Promise<boolean> {
  const outcome = await commandHandler.handle({
    decider: hardwareKeys,
    stream: hardwareKeysStream(userId),
    command: { type: "forgo", userId, keyId },
    person: null,
    commandContext: systemContext("hardware-keys", now),
  });
  return !isRefused(outcome);
}
