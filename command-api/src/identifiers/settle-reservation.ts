import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { type StreamName, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { ownsIdentifier } from "./owned-identifiers.ts";
import { reservation } from "./reservation.ts";

/**
 * Repairs what a failed, interrupted or lapsed registration left behind: confirms its reservation if the user's own record holds the
 * identifier, else releases it. A user without events is aborted first, so that a slow writer cannot create a second owner. Safe to
 * repeat, to run in several processes at once and to interrupt at any step. False if other writers came first: then repeat it.
 */
export async function settleReservation(
  { commandHandler, keyring }: { commandHandler: CommandHandler; keyring: Keyring },
  { stream, userId }: { stream: StreamName; userId: string },
  commandContext: CommandContext,
): Promise<boolean> {
  const { state } = await commandHandler.load(reservation, stream);
  if (state.status === "free" || state.userId !== userId) return true;
  const step = { person: null, commandContext: stepContext(commandContext) };
  // A confirmed reservation has a registered user, who cannot be aborted.
  if (state.status === "reserved") {
    await commandHandler.handle({
      decider: user,
      stream: userStream(userId),
      command: { type: "abort-registration", userId },
      ...step,
    });
  }
  const holder = (await commandHandler.load(user, userStream(userId))).state;
  // Neither registered nor aborted: nothing may be released.
  if (holder.status === "none") return false;
  const type = ownsIdentifier(keyring, holder, stream) ? "confirm" : "release";
  const outcome = await commandHandler.handle({ decider: reservation, stream, command: { type, userId }, ...step });
  return !(isRefused(outcome) && outcome.refused === "conflict");
}
