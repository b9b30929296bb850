import { attemptsStream, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import { belongsToOwner } from "../accounts/user-state.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { attemptHistory, isOfferDue } from "./attempt-history.ts";

interface OfferDependencies {
  commandHandler: Pick<CommandHandler, "handle" | "load">;
  /** Consumes one from the limits of emails. False if none is left. */
  mayEmail(userId: string): Promise<boolean>;
}

/**
 * Requests an email with the unlock link, unless an earlier link is still valid or the limits allow no email. An address that is not
 * verified gets none: its owner may never have heard of the account.
 */
export async function offerUnlock(
  { commandHandler, mayEmail }: OfferDependencies,
  userId: string,
  commandContext: CommandContext,
): Promise<void> {
  const stream = attemptsStream(userId);
  const { now } = commandContext;
  const { state: recorded } = await commandHandler.load(attemptHistory, stream);
  if (!isOfferDue(recorded, now)) return;
  const { state: owner } = await commandHandler.load(user, userStream(userId));
  if (owner.status !== "registered" || !belongsToOwner(owner) || !owner.emailVerified || !(await mayEmail(userId)))
    return;
  const command = { type: "offer-unlock", userId, now } as const;
  await commandHandler.handle({ decider: attemptHistory, stream, command, person: userId, commandContext });
}
