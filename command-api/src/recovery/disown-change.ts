import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import { type Position, userStream } from "@attestory/events/envelope.ts";
import type { Change } from "../accounts/change-token.ts";
import { securedAfter } from "../accounts/secure-account.ts";
import { user } from "../accounts/user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { Period } from "../second-factors/second-factors-command.ts";
import { disownFactors } from "../sign-in/disown-factors.ts";
import { everyTime, factorsAddedUntil } from "../sign-in/factors-added.ts";

export interface DisownChangeDependencies {
  log: EventLog;
  commandHandler: CommandHandler;
}

const securing = new Set<string>(["AccountSecured", "EmailChangeUndone"]);

type Outcome = { position: bigint } | Refused<"unknown-link" | "conflict">;

/**
 * Ends every session of the account and its password, sends a link to choose a new one, and removes the second factors and recovery codes
 * that were added from the change on, until the account was secured. They go first, so that no session of a removed passkey is left, and
 * again, for what a session added until it ended. Safe to repeat: an interrupted one is finished by opening the link again, and what the
 * owner added since stays.
 */
export async function disownChange(
  { log, commandHandler }: DisownChangeDependencies,
  { userId, eventId, at }: Change,
  commandContext: CommandContext,
): Promise<Outcome> {
  const stream = userStream(userId);
  const removeAdded = (periods: readonly Period[], context: CommandContext) =>
    disownFactors(commandHandler, { userId, periods, reason: "disowned" }, context);
  const { state: before } = await commandHandler.load(user, stream);
  if (before.status !== "registered") return { refused: "unknown-link" };
  const removed = securedAfter(before, at) ? null : await removeAdded([{ ...everyTime, from: at }], commandContext);
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
  const end = securedAt && (await endAt(log, userId, securedAt));
  if (!end) return secured;
  const until = { userId, end, isRepeat: removed === null };
  const added = (await factorsAddedUntil({ log, commandHandler }, until)).filter(({ from }) => from >= at);
  // The session that asks has ended with all others.
  return removeAdded(added, { ...commandContext, outlivesAuthority: true });
}

/** Where the account was secured at this time. */
async function endAt(log: EventLog, userId: string, securedAt: Date): Promise<Position | undefined> {
  const { events } = await log.read(userStream(userId));
  return events.find(({ type, recordedAt }) => securing.has(type) && recordedAt.getTime() === securedAt.getTime())
    ?.position;
}
