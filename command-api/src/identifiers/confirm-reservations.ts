import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { UserState } from "../accounts/user-state.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { ownedIdentifiers } from "./owned-identifiers.ts";
import { reservation } from "./reservation.ts";

/**
 * Confirms the reservations of a registered user. No fence is needed: the registration can no longer be aborted. The user's own record
 * says which identifiers these are, because another run of the same command may have registered the user.
 * @param account as it was after the registration, or later
 */
export async function confirmReservations(
  { commandHandler, keyring }: { commandHandler: CommandHandler; keyring: Keyring },
  { userId, account }: { userId: string; account: UserState },
  commandContext: CommandContext,
): Promise<void> {
  for (const stream of ownedIdentifiers(keyring, account)) {
    await commandHandler.handle({
      decider: reservation,
      stream,
      command: { type: "confirm", userId },
      person: null,
      commandContext: stepContext(commandContext),
    });
  }
}
