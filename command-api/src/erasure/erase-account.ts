import { userStream } from "@attestory/events/envelope.ts";
import { backoffMs, pause } from "@attestory/runtime/backoff.ts";
import { user } from "../accounts/user.ts";
import type { WhyErased } from "../accounts/user-command.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { type ErasingDependencies, ErasureInterrupted, finishErasure } from "./finish-erasure.ts";
import { type ErasureRefusalReason, erasureRefusal } from "./refusals.ts";

type Erasing = { userId: string } & WhyErased;

type Outcome = { position: bigint } | Refused<ErasureRefusalReason | HandlingReason>;

/** How often it is finished again where other writers came first. What is left then is finished by a worker. */
const mostTries = 5;

/** Erases an account for good, before it returns. Safe to repeat: what was interrupted is finished. */
export async function eraseAccount(
  dependencies: ErasingDependencies,
  erasing: Erasing,
  commandContext: CommandContext,
): Promise<Outcome> {
  const { commandHandler } = dependencies;
  const { userId } = erasing;
  const stream = userStream(userId);
  const { newId, now } = commandContext;
  const command = { type: "start-erasure", receiptId: newId("receipt"), now, ...erasing } as const;
  const started = await commandHandler.handle({ decider: user, stream, command, person: userId, commandContext });
  if (isRefused(started)) {
    return started.refused === "not-registered" ? { refused: "no-such-account" } : erasureRefusal(started);
  }
  for (let tries = 1; ; tries++) {
    try {
      return { position: await finishErasure(dependencies, userId, now) };
    } catch (error) {
      if (!(error instanceof ErasureInterrupted) || tries === mostTries) throw error;
      await pause(backoffMs(tries));
    }
  }
}
