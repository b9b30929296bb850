import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import { attemptsStream } from "@attestory/events/envelope.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { type AttemptCommand, attemptHistory } from "./attempt-history.ts";

/** Records attempts in the log, within the bounds of `attemptHistory`. */
export interface AttemptRecorder {
  /**
   * Appends without delaying the answer: an address with an account must not take longer than one without. Failures never reach the
   * caller.
   */
  record(command: AttemptCommand, commandContext: CommandContext): void;
  /** Resolves when all pending appends have ended. */
  settled(): Promise<void>;
}

export function createAttemptRecorder(
  commandHandler: Pick<CommandHandler, "handle">,
  reportError: (error: unknown) => void,
): AttemptRecorder {
  // Appends run one after the other, so that concurrent attempts do not conflict with each other.
  let pending = Promise.resolve();

  const append = async (command: AttemptCommand, commandContext: CommandContext) => {
    const { userId } = command;
    const outcome = await commandHandler.handle({
      decider: attemptHistory,
      stream: attemptsStream(userId),
      command,
      person: userId,
      // A separate event: it has no idempotency key, and is recorded even if the session that made the attempt has ended.
      commandContext: { ...commandContext, commandId: randomUUID(), fingerprint: null, sessionId: null },
    });
    if (isRefused(outcome)) throw new Error(`the attempt was not recorded: ${outcome.refused}`);
  };

  return {
    record(command, commandContext) {
      pending = pending
        .then(() => setImmediate())
        .then(() => append(command, commandContext))
        .catch(reportError);
    },
    settled: () => pending,
  };
}
