import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { countLapse } from "../accounts/count-invited-account.ts";
import type { UserReason } from "../accounts/user.ts";
import { user } from "../accounts/user.ts";
import type { LapseReason } from "../accounts/user-command.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { leftIdentifiers } from "./owned-identifiers.ts";
import { settleReservation } from "./settle-reservation.ts";

interface Dependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
}

interface Lapse {
  userId: string;
  reason: LapseReason;
}

/**
 * Ends an unverified registration, releases its address and username, and counts it against the user whose API key created it. Safe to
 * repeat. If it is interrupted after the event, the expiry worker does the rest; the next claimant may release them before.
 */
export async function lapseRegistration(
  dependencies: Dependencies,
  lapse: Lapse,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<UserReason | HandlingReason>> {
  const outcome = await appendLapse(dependencies, lapse, commandContext);
  if (!isRefused(outcome)) await finishLapse(dependencies, lapse.userId, commandContext);
  return outcome;
}

/**
 * Ends a registration that nobody verified in time, releases what it holds and counts it. Does nothing for any other user. False if other writers
 * came first: then repeat it.
 */
export async function endExpired(
  dependencies: Dependencies,
  userId: string,
  commandContext: CommandContext,
): Promise<boolean> {
  const outcome = await appendLapse(dependencies, { userId, reason: "expired" }, commandContext);
  if (isRefused(outcome)) return outcome.refused !== "conflict";
  return finishLapse(dependencies, userId, commandContext);
}

const appendLapse = ({ commandHandler }: Dependencies, { userId, reason }: Lapse, commandContext: CommandContext) =>
  commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: { type: "lapse", reason, now: commandContext.now },
    person: null,
    commandContext,
  });

/** Counts a lapsed registration, and releases what it still holds. False if other writers came first. */
async function finishLapse(
  dependencies: Dependencies,
  userId: string,
  commandContext: CommandContext,
): Promise<boolean> {
  const { commandHandler } = dependencies;
  const { state } = await commandHandler.load(user, userStream(userId));
  const createdBy = state.status === "lapsed" ? state.createdBy : null;
  const isCounted =
    createdBy === null || (await countLapse(commandHandler, { userId: createdBy, accountId: userId }, commandContext));
  return (await releaseLeft(dependencies, userId, commandContext)) && isCounted;
}

/** Releases what a lapsed registration, or an erased account, still holds. False if other writers came first. */
export async function releaseLeft(
  dependencies: Dependencies,
  userId: string,
  commandContext: CommandContext,
): Promise<boolean> {
  const { state } = await dependencies.commandHandler.load(user, userStream(userId));
  let allSettled = true;
  for (const stream of leftIdentifiers(dependencies.keyring, state)) {
    if (!(await settleReservation(dependencies, { stream, userId }, commandContext))) allSettled = false;
  }
  return allSettled;
}
