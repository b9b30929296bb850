import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { hardwareKeysStream, type StreamName, secondFactorsStream, userStream } from "@attestory/events/envelope.ts";
import type { Change } from "../accounts/change-token.ts";
import { user } from "../accounts/user.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { takeKey } from "../hardware-keys/change-key.ts";
import { hasHardwareKey } from "../hardware-keys/has-hardware-key.ts";
import { disableTotp } from "../second-factors/disable-totp.ts";

export interface DisownChangeDependencies {
  commandHandler: CommandHandler;
  log: Pick<EventLog, "read">;
}

type Outcome = { position: bigint } | Refused<"unknown-link" | "conflict">;

/**
 * Ends every session of the account and its password, sends a link to choose a new one, and removes the second factor if adding it was
 * the change. Safe to repeat: an interrupted one is finished by opening the link again.
 */
export async function disownChange(
  dependencies: DisownChangeDependencies,
  change: Change,
  commandContext: CommandContext,
): Promise<Outcome> {
  const { userId, eventId, at } = change;
  const secured = await dependencies.commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: { type: "secure-account", causeId: eventId, causedAt: at },
    person: userId,
    commandContext,
  });
  if (isRefused(secured)) return { refused: secured.refused === "conflict" ? "conflict" : "unknown-link" };
  return (await removeFactor(dependencies, change, commandContext)) ?? secured;
}

/** Null if no factor was added, or if it is gone already. */
async function removeFactor(
  { commandHandler, log }: DisownChangeDependencies,
  { userId, eventId }: Change,
  commandContext: CommandContext,
): Promise<Outcome | null> {
  const context = stepContext(commandContext);
  const added =
    (await eventOf(log, hardwareKeysStream(userId), eventId)) ??
    (await eventOf(log, secondFactorsStream(userId), eventId));
  const removed = await remove(added);
  return removed && orGone(removed);

  async function remove(event: RecordedEvent | null) {
    if (event?.type === "HardwareKeyAdded") {
      return takeKey(commandHandler, { userId, keyId: event.data.keyId, reason: "disowned" }, context);
    }
    if (event?.type !== "TwoFactorEnabled") return null;
    const recoveryCodesKept = await hasHardwareKey(commandHandler, userId);
    return disableTotp(commandHandler, { userId, reason: "disowned", recoveryCodesKept }, context);
  }
}

const orGone = (removed: { position: bigint } | Refused): Outcome | null => {
  if (!isRefused(removed)) return removed;
  return removed.refused === "conflict" ? { refused: "conflict" } : null;
};

/** The event of this id. A change is recent, and these streams are short. */
async function eventOf(log: Pick<EventLog, "read">, stream: StreamName, id: string): Promise<RecordedEvent | null> {
  const { events } = await log.read(stream);
  return events.find((event) => event.id === id) ?? null;
}
