import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { linkToken } from "../accounts/link-token.ts";
import { user } from "../accounts/user.ts";
import type { RequestingSession } from "../accounts/user-command.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { type ErasureRefusalReason, erasureRefusal } from "./refusals.ts";

interface Dependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
}

export interface RequestedErasure {
  position: bigint;
  erasesAt: string;
  /** Keeps the account, as the link of the email does. To end the grace takes another sign-in: nobody else can undo that. */
  keepToken: string;
}

/** Shuts the account of the user who asks, which is erased when the grace is over. */
export async function requestErasure(
  { commandHandler, keyring }: Dependencies,
  { userId, by }: { userId: string; by: RequestingSession },
  commandContext: CommandContext,
): Promise<RequestedErasure | Refused<ErasureRefusalReason | HandlingReason>> {
  const stream = userStream(userId);
  const command = { type: "request-erasure", by, now: commandContext.now } as const;
  const outcome = await commandHandler.handle({ decider: user, stream, command, person: userId, commandContext });
  if (isRefused(outcome)) return erasureRefusal(outcome);
  const { state } = await commandHandler.load(user, stream);
  const asked = state.status === "registered" ? state.erasure : null;
  // It was cancelled, or ended early, before this answer.
  if (!asked) return { refused: "conflict" };
  const keepToken = linkToken(keyring, "keep-account", { userId, eventId: asked.id });
  return { position: outcome.position, erasesAt: asked.erasesAt.toISOString(), keepToken };
}

/** Opens the account again. What had ended stays ended. */
export async function cancelErasure(
  { commandHandler }: Pick<Dependencies, "commandHandler">,
  { userId, requestId }: { userId: string; requestId: string },
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<ErasureRefusalReason | HandlingReason>> {
  const command = { type: "cancel-erasure", requestId } as const;
  const stream = userStream(userId);
  const outcome = await commandHandler.handle({ decider: user, stream, command, person: userId, commandContext });
  return isRefused(outcome) ? erasureRefusal(outcome) : outcome;
}
