import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { erasureOf } from "../accounts/erasure-ticket.ts";
import { user } from "../accounts/user.ts";
import type { RequestingSession } from "../accounts/user-command.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { type ErasureReason, erasureRefusal } from "./refusals.ts";

interface Dependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
}

export interface RequestedErasure {
  position: bigint;
  erasesAt: string;
  /** Ends the grace, or keeps the account, without another sign-in. */
  erasureTicket: string;
}

/** Shuts the account of the user who asks, which is erased when the grace is over. */
export async function requestErasure(
  { commandHandler, keyring }: Dependencies,
  { userId, by }: { userId: string; by: RequestingSession },
  commandContext: CommandContext,
): Promise<RequestedErasure | Refused<ErasureReason | HandlingReason>> {
  const stream = userStream(userId);
  const command = { type: "request-erasure", by, now: commandContext.now } as const;
  const outcome = await commandHandler.handle({ decider: user, stream, command, person: userId, commandContext });
  if (isRefused(outcome)) return erasureRefusal(outcome);
  const { state } = await commandHandler.load(user, stream);
  const asked = state.status === "registered" ? erasureOf(keyring, state, commandContext.now) : null;
  // It was cancelled, or ended early, before this answer.
  return asked ? { position: outcome.position, ...asked } : { refused: "conflict" };
}

/** Opens the account again. What had ended stays ended. */
export async function cancelErasure(
  { commandHandler }: Pick<Dependencies, "commandHandler">,
  { userId, requestId }: { userId: string; requestId: string },
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<ErasureReason | HandlingReason>> {
  const command = { type: "cancel-erasure", requestId } as const;
  const stream = userStream(userId);
  const outcome = await commandHandler.handle({ decider: user, stream, command, person: userId, commandContext });
  return isRefused(outcome) ? erasureRefusal(outcome) : outcome;
}
