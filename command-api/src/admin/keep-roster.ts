import { adminsStream, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { UserState } from "../accounts/user-state.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { type RosterCommand, type RosterReason, roster } from "./roster.ts";

/** Admins who change each other at the same moment decide again one after the other. */
const attempts = 120;

export interface Access {
  isActive: boolean;
  isAdmin: boolean;
}

/** An account that nobody verified ends by itself, so it never counts. */
export const isActiveAdmin = (account: UserState | (Access & { status: "registered"; emailVerified: boolean })) =>
  account.status === "registered" && account.isActive && account.isAdmin && account.emailVerified;

/** The ids of the accounts that count as active admins. */
export const activeAdmins = async ({ load }: Pick<CommandHandler, "load">): Promise<string[]> => [
  ...(await load(roster, adminsStream)).state.listed,
];

/** Appends to the roster. A step of a command: its repeat finds what it needs in the roster itself. */
export function changeRoster(
  commandHandler: CommandHandler,
  command: RosterCommand,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<RosterReason | HandlingReason>> {
  return commandHandler.handle({
    decider: roster,
    stream: adminsStream,
    command,
    // The link's opener: the event then has the network and the browser of the opener.
    person: command.type === "use-link" ? command.userId : null,
    commandContext: stepContext(commandContext),
    attempts,
  });
}

/** Lists the account if it is an active admin who does not count yet, because its command was interrupted. */
export async function listIfAdmin(
  commandHandler: CommandHandler,
  userId: string,
  commandContext: CommandContext,
): Promise<void> {
  const { state } = await commandHandler.load(user, userStream(userId));
  if (state.status !== "registered" || !isActiveAdmin(state)) return;
  const { accessVersion } = state;
  await changeRoster(commandHandler, { type: "list", userId, accessVersion }, commandContext);
}
