import { handleUserCommand } from "../accounts/handle-user-command.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { MailLimits } from "../mail/mail-limits.ts";

export interface EnableDeveloperDependencies {
  commandHandler: CommandHandler;
  mailLimits: Pick<MailLimits, "ofAccount">;
}

/** Makes a signed-in user a developer. */
export const enableDeveloper = (
  { commandHandler, mailLimits }: EnableDeveloperDependencies,
  userId: string,
  commandContext: CommandContext,
) =>
  mailLimits.ofAccount(userId, () =>
    handleUserCommand(commandHandler, { userId, command: { type: "enable-developer" } }, commandContext),
  );
