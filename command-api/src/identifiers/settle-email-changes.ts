import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { RecordedEvent } from "@attestory/events/catalogue.ts";
import { emailChangesProgressStream, type StreamName, userStream } from "@attestory/events/envelope.ts";
import { undoSeconds } from "../accounts/email-change.ts";
import { user } from "../accounts/user.ts";
import { systemContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { followBehind } from "../log-workers/follow-behind.ts";
import { type LogWorker, startLogWorker } from "../log-workers/log-worker.ts";
import { createGivingUp } from "./give-up-settlement.ts";
import type { RegistrationLapsesDependencies } from "./lapse-unverified.ts";
import { settleReservation } from "./settle-reservation.ts";

/**
 * Ends the time in which a change of the address can be undone, and releases the former address. Follows the log that far behind. A change
 * that cannot be settled keeps it from the later ones for a day; then it is given up. Safe to run in several processes at once.
 */
export function startEmailChangeSettling(dependencies: RegistrationLapsesDependencies): Promise<LogWorker> {
  const { log, commandHandler, now, reportError, everyMs, pause } = dependencies;
  const behind = { log, behindMs: undoSeconds * 1000, now, ...(everyMs !== undefined && { everyMs }) };
  const orGiveUp = createGivingUp(dependencies, {
    worker: "email changes",
    message: "former email address abandoned after 24 hours",
  });
  return startLogWorker(
    {
      log: { follow: (after, signal) => followBehind(behind, after, signal) },
      commandHandler,
      now,
      ...(pause && { pause }),
    },
    {
      name: "email changes",
      progress: { stream: emailChangesProgressStream, type: "EmailChangesProgressed" },
      async handle(event) {
        if (event.type !== "EmailChanged") return;
        const { userId, formerIdentifier } = event.data;
        const dueAt = new Date(event.recordedAt.getTime() + undoSeconds * 1000);
        // The name was taken from a `StreamName`.
        const settlement = { userId, identifier: formerIdentifier as StreamName };
        await settle(dependencies, event, settlement).catch((error) => orGiveUp(settlement, { dueAt, error }));
      },
      unfinished: () => [],
      reportError: (error) => reportError("former email address not released, will retry", error),
    },
  );
}

/** @throws if it must be tried again */
async function settle(
  dependencies: { commandHandler: CommandHandler; keyring: Keyring; now(): Date },
  { id: changeId }: RecordedEvent,
  { userId, identifier: stream }: { userId: string; identifier: StreamName },
): Promise<void> {
  const now = dependencies.now();
  const commandContext = systemContext("email changes", now);
  const outcome = await dependencies.commandHandler.handle({
    decider: user,
    stream: userStream(userId),
    command: { type: "settle-email-change", changeId, now },
    person: null,
    commandContext,
  });
  const isSettled =
    !(isRefused(outcome) && outcome.refused === "conflict") &&
    (await settleReservation(dependencies, { stream, userId }, commandContext));
  if (!isSettled) throw new Error("other writers came first");
}
