import type { Clock } from "@attestory/event-store/clock.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isTimeToGiveUp } from "../log-workers/giving-up.ts";
import { createSettlements, type Settlement, settlementKey } from "./settlements.ts";

interface Dependencies {
  commandHandler: CommandHandler;
  now: Clock;
  /** Called when a settlement was given up. */
  reportError(message: string, error: unknown, abandoned: Settlement): void;
}

/**
 * Gives up a settlement that has failed for a day, or throws the error again. For a worker that tries one at a time.
 * @param said the worker's name, and what the operator is told
 */
export function createGivingUp(
  { commandHandler, now, reportError }: Dependencies,
  { worker, message }: { worker: string; message: string },
) {
  const settlements = createSettlements(commandHandler, worker);
  let failing = { key: "", attempts: 0 };
  return async (settlement: Settlement, { dueAt, error }: { dueAt: Date; error: unknown }): Promise<void> => {
    const key = settlementKey(settlement);
    failing = { key, attempts: failing.key === key ? failing.attempts + 1 : 1 };
    if (!isTimeToGiveUp({ dueAt, attempts: failing.attempts, error }, now())) throw error;
    const { userId, identifier } = settlement;
    await settlements.abandon({ userId, identifier, since: dueAt }, now());
    reportError(message, error, { userId, identifier });
  };
}
