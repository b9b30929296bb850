import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import type { MailLimits } from "../mail/mail-limits.ts";

export interface EnableDeveloperDependencies {
  commandHandler: CommandHandler;
  mailLimits: Pick<MailLimits, "ofAccount">;
}

/** Makes a signed-in user a developer. */
export async function enableDeveloper(
  { commandHandler, mailLimits }: EnableDeveloperDependencies,
  userId: string,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<HandlingReason> | TooManyAttempts> {
  const outcome = await mailLimits.ofAccount(userId, () =>
    commandHandler.handle({
      decider: user,
      stream: userStream(userId),
      command: { type: "enable-developer" },
      person: userId,
      commandContext,
    }),
  );
  if (!isRefused(outcome) || "waitSeconds" in outcome) return outcome;
  // A signed-in user is registered, so the decider's own reasons do not apply here.
  return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "conflict" };
}
