import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { type StreamName, userStream } from "@attestory/events/envelope.ts";
import type { UserReason } from "../accounts/user.ts";
import { user } from "../accounts/user.ts";
import type { UserCommand } from "../accounts/user-command.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { ownedIdentifiers } from "./owned-identifiers.ts";
import { reservation } from "./reservation.ts";
import { reserveIdentifier } from "./reserve-identifier.ts";
import { settleReservation } from "./settle-reservation.ts";

interface Dependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
}

/** `stream`: the new address or username. `command` makes the change, and carries the `fences` of the state that it was decided on. */
interface Change {
  userId: string;
  stream: StreamName;
  command: UserCommand;
}

/**
 * Reserves an identifier, appends the change (the commit point), then confirms the reservation. A refused change settles what it reserved.
 * Safe to interrupt anywhere: the expiry worker settles the reservation once its lease is over, and fences off the change if it is not made.
 */
export async function changeIdentifier(
  dependencies: Dependencies,
  { userId, stream, command }: Change,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<UserReason | HandlingReason | "taken">> {
  const { commandHandler } = dependencies;
  const reserved = await reserveIdentifier(dependencies, { stream, userId, renew: true }, commandContext);
  if (reserved !== "reserved") return isRefused(reserved) ? reserved : { refused: "taken" };
  const outcome = await commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command,
    person: userId,
    commandContext,
  });
  if (isRefused(outcome)) {
    await settleReservation(dependencies, { stream, userId }, commandContext);
    return outcome;
  }
  await commandHandler.handle({
    decider: reservation,
    stream,
    command: { type: "confirm", userId },
    person: null,
    commandContext: stepContext(commandContext),
  });
  return outcome;
}

/** Releases those of the streams that the user no longer owns. If it is interrupted, the expiry worker does it. */
export async function releaseFormer(
  dependencies: Dependencies,
  { userId, owned }: { userId: string; owned: readonly StreamName[] },
  commandContext: CommandContext,
): Promise<void> {
  const { state } = await dependencies.commandHandler.load(user, userStream(userId));
  const still = ownedIdentifiers(dependencies.keyring, state);
  for (const stream of owned) {
    if (!still.includes(stream)) await settleReservation(dependencies, { stream, userId }, commandContext);
  }
}
