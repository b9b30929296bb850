import { userStream } from "@attestory/events/envelope.ts";
import type { Change } from "../accounts/change-token.ts";
import { securedAfter } from "../accounts/decide-recovery.ts";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { disownFactors } from "../sign-in/disown-factors.ts";

export interface DisownChangeDependencies {
  commandHandler: CommandHandler;
}

type Outcome = { position: bigint } | Refused<"unknown-link" | "conflict">;

/**
 * Ends every session of the account and its password, sends a link to choose a new one, and removes the second factors and recovery codes
 * that were added from the change on, until the account was secured. They go first, so that no session of a removed passkey is left, and
 * again, for what a session added until it ended. Safe to repeat: an interrupted one is finished by opening the link again, and what the
 * owner added since stays.
 */
export async function disownChange(
  { commandHandler }: DisownChangeDependencies,
  { userId, eventId, at }: Change,
  commandContext: CommandContext,
): Promise<Outcome> {
  const stream = userStream(userId);
  const removeAdded = (until: Date, context: CommandContext) =>
    disownFactors(commandHandler, { userId, periods: [{ from: at, to: until }], reason: "disowned" }, context);
  const { state: before } = await commandHandler.load(user, stream);
  if (before.status !== "registered") return { refused: "unknown-link" };
  const removed = securedAfter(before, at) ? null : await removeAdded(commandContext.now, commandContext);
  if (removed && isRefused(removed)) return removed;
  const secured = await commandHandler.handle({
    decider: user,
    stream,
    command: { type: "secure-account", causeId: eventId, causedAt: at },
    person: userId,
    commandContext,
  });
  if (isRefused(secured)) return { refused: secured.refused === "conflict" ? "conflict" : "unknown-link" };
  const { state } = await commandHandler.load(user, stream);
  const securedAt = state.status === "registered" ? securedAfter(state, at) : null;
  // The session that asks has ended with all others.
  return securedAt ? removeAdded(securedAt, { ...commandContext, outlivesAuthority: true }) : secured;
}
