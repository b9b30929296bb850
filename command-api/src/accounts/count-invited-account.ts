import { invitedAccountsStream } from "@attestory/events/envelope.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { budgetOf, type CountInvitedAccount, invitedAccounts } from "./invited-accounts.ts";

/** Accounts that one user's programs create at the same moment are counted one after the other. */
const attempts = 120;

/** The user whose API key creates an account. `perDay`: how many may be created in 24 hours. */
export interface InvitingUser {
  userId: string;
  perDay: number;
}

export interface InvitationsUsedUp extends Refused<"invitations-used-up"> {
  limit: number;
  resumesAt: Date;
  waitSeconds: number;
}

/** Whether the account may be created; null if so. Counts nothing, so that a refusal costs little and leaves nothing in the log. */
export async function refuseUsedUp(
  commandHandler: CommandHandler,
  { userId, perDay, accountId }: InvitingUser & { accountId: string },
  { now }: Pick<CommandContext, "now">,
): Promise<InvitationsUsedUp | null> {
  const { state } = await commandHandler.load(invitedAccounts, invitedAccountsStream(userId));
  const decision = invitedAccounts.decide(state, { type: "count", userId, accountId, perDay, now });
  if (!("refused" in decision)) return null;
  const { limit, resumesAt } = budgetOf(state, perDay, now);
  const resumes = resumesAt ?? now;
  const waitSeconds = Math.ceil((resumes.getTime() - now.getTime()) / 1000);
  return { refused: "invitations-used-up", limit, resumesAt: resumes, waitSeconds };
}

/** Counts an account that is about to be registered; null if it was counted. */
export async function countInvitedAccount(
  commandHandler: CommandHandler,
  account: InvitingUser & { accountId: string },
  commandContext: CommandContext,
): Promise<Refused<HandlingReason> | InvitationsUsedUp | null> {
  const { now } = commandContext;
  const outcome = await change(commandHandler, { type: "count", ...account, now }, commandContext);
  if (!isRefused(outcome)) return null;
  if (isHandlingReason(outcome.refused)) return { refused: outcome.refused };
  // Other accounts were counted since the first look.
  return (await refuseUsedUp(commandHandler, account, commandContext)) ?? { refused: "conflict" };
}

/** Counts an account that has ended unconfirmed. False if other writers came first: then repeat it. */
export async function countLapse(
  commandHandler: CommandHandler,
  lapsed: { userId: string; accountId: string },
  commandContext: CommandContext,
): Promise<boolean> {
  return !isRefused(await change(commandHandler, { type: "lapse", ...lapsed }, commandContext));
}

const change = (commandHandler: CommandHandler, command: CountInvitedAccount, commandContext: CommandContext) =>
  commandHandler.handle({
    decider: invitedAccounts,
    stream: invitedAccountsStream(command.userId),
    command,
    person: null,
    commandContext: stepContext(commandContext),
    attempts,
  });
