import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { ownedIdentifiers } from "./owned-identifiers.ts";
import { reservation } from "./reservation.ts";

/**
 * Confirms the reservations of a registered user. No fence is needed: the registration can no longer be aborted. The user's own record
 * says which identifiers these are, because another run of the same command may have registered the user.
 */
export async function confirmReservations(
  { commandHandler, keyring }: { commandHandler: CommandHandler; keyring: Keyring },
  userId: string,
  commandContext: CommandContext,
): Promise<void> {
  const { state } = await commandHandler.load(user, userStream(userId));
  for (const stream of ownedIdentifiers(keyring, state)) {
    await commandHandler.handle({
      decider: reservation,
      stream,
      command: { type: "confirm", userId },
      person: null,
      commandContext: stepContext(commandContext),
    });
  }
}
