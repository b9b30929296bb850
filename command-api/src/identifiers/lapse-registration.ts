import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import type { UserReason } from "../accounts/decide-user.ts";
import { user } from "../accounts/user.ts";
import type { LapseReason } from "../accounts/user-command.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { lapsedIdentifiers } from "./owned-identifiers.ts";
import { settleReservation } from "./settle-reservation.ts";

interface Dependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
}

/**
 * Ends an unverified registration and releases its address and username. Safe to repeat. If it is interrupted after the event, the next
 * claimant or the expiry worker releases them.
 */
export async function lapseRegistration(
  dependencies: Dependencies,
  { userId, reason }: { userId: string; reason: LapseReason },
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<UserReason | HandlingReason>> {
  const outcome = await dependencies.commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: { type: "lapse", reason, now: commandContext.now },
    person: null,
    commandContext,
  });
  if (!isRefused(outcome)) await releaseLapsed(dependencies, userId, commandContext);
  return outcome;
}

/** Releases what a lapsed registration still holds. Does nothing for any other user. */
export async function releaseLapsed(
  dependencies: Dependencies,
  userId: string,
  commandContext: CommandContext,
): Promise<void> {
  const { state } = await dependencies.commandHandler.load(user, userStream(userId));
  for (const stream of lapsedIdentifiers(dependencies.keyring, state)) {
    await settleReservation(dependencies, { stream, userId }, commandContext);
  }
}
