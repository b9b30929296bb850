import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { type StreamName, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { ownsIdentifier } from "./owned-identifiers.ts";
import { leaseOf, reservation } from "./reservation.ts";

/**
 * Repairs what a failed, interrupted or lapsed registration left behind, or a change of the address or username: confirms its reservation
 * if the user's own record holds the identifier, else releases it. Before that it fences off a slow writer, which could otherwise create a
 * second owner: a user without events is aborted, and an unfinished change is refused from then on. Safe to repeat, to run in several
 * processes at once and to interrupt at any step. False if other writers came first: then repeat it.
 */
export async function settleReservation(
  { commandHandler, keyring }: { commandHandler: CommandHandler; keyring: Keyring },
  { stream, userId }: { stream: StreamName; userId: string },
  commandContext: CommandContext,
): Promise<boolean> {
  const { state } = await commandHandler.load(reservation, stream);
  if (state.status === "free" || state.userId !== userId) return true;
  const step = { person: null, commandContext: stepContext(commandContext) };
  // A confirmed reservation has a registered user, and no writer is at work on it.
  if (state.status === "reserved" && !(await fence({ commandHandler, keyring }, { stream, userId }, step)))
    return false;
  const holder = (await commandHandler.load(user, userStream(userId))).state;
  // Neither registered nor aborted: nothing may be released.
  if (holder.status === "none") return false;
  const command = ownsIdentifier(keyring, holder, stream)
    ? ({ type: "confirm", userId } as const)
    : ({ type: "release", userId, leaseUntil: leaseOf(state) } as const);
  const outcome = await commandHandler.handle({ decider: reservation, stream, command, ...step });
  return !(isRefused(outcome) && outcome.refused === "conflict");
}

/** False if other writers came first. */
async function fence(
  { commandHandler, keyring }: { commandHandler: CommandHandler; keyring: Keyring },
  { stream, userId }: { stream: StreamName; userId: string },
  step: { person: null; commandContext: CommandContext },
): Promise<boolean> {
  const fenced = async (
    command: { type: "abort-registration"; userId: string } | { type: "fence-identifier-change" },
  ) => commandHandler.handle({ decider: user, stream: userStream(userId), command, ...step });
  const aborting = await fenced({ type: "abort-registration", userId });
  if (!isRefused(aborting) || aborting.refused === "conflict") return !isRefused(aborting);
  const { state: holder } = await commandHandler.load(user, userStream(userId));
  if (holder.status !== "registered" || ownsIdentifier(keyring, holder, stream)) return true;
  const fencing = await fenced({ type: "fence-identifier-change" });
  return !(isRefused(fencing) && fencing.refused === "conflict");
}
