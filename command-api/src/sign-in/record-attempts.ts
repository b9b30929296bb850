import { setImmediate } from "node:timers/promises";
import { attemptsStream } from "@attestory/events/envelope.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { type AttemptCommand, attemptHistory } from "./attempt-history.ts";
import { offerUnlock } from "./offer-unlock.ts";

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

export interface RecorderDependencies {
  commandHandler: Pick<CommandHandler, "handle" | "load">;
  /** Whether one more email about attempts may be sent to the user. */
  mayEmail(userId: string): Promise<boolean>;
  reportError(error: unknown): void;
}

export function createAttemptRecorder(dependencies: RecorderDependencies): AttemptRecorder {
  const { commandHandler, reportError } = dependencies;
  // Appends run one after the other, so that concurrent attempts do not conflict with each other.
  let pending = Promise.resolve();

  const append = async (command: AttemptCommand, requestContext: CommandContext) => {
    const { userId } = command;
    // A separate event: it has no idempotency key, and is recorded even if the session that made the attempt has ended.
    const commandContext = { ...stepContext(requestContext), outlivesAuthority: true };
    const outcome = await commandHandler.handle({
      decider: attemptHistory,
      stream: attemptsStream(userId),
      command,
      person: userId,
      commandContext,
    });
    if (isRefused(outcome)) throw new Error(`the attempt was not recorded: ${outcome.refused}`);
    const isLocked = command.type === "record-wrong-password" && command.longest;
    if (isLocked) await offerUnlock(dependencies, userId, stepContext(commandContext));
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
