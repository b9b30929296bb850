import { emailCodesStream } from "@attestory/events/envelope.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { type EmailCodePurpose, emailCodes, isEmailDue } from "./email-codes.ts";

export interface RequestEmailCodeDependencies {
  commandHandler: CommandHandler;
  mailLimits: Pick<MailLimits, "ofCode">;
}

interface Request {
  userId: string;
  purpose: EmailCodePurpose;
}

/** Sends a code to the user's address, unless one was sent within the last minute and is still accepted. */
export async function requestEmailCode(
  { commandHandler, mailLimits }: RequestEmailCodeDependencies,
  { userId, purpose }: Request,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<HandlingReason> | TooManyAttempts> {
  const { now } = commandContext;
  const stream = emailCodesStream(userId);
  const { state } = await commandHandler.load(emailCodes, stream);
  if (!isEmailDue(state, purpose, now)) return { position: await commandHandler.head() };
  return mailLimits.ofCode(userId, async () => {
    const outcome = await commandHandler.handle({
      decider: emailCodes,
      stream,
      command: { type: "request", userId, purpose, now },
      person: userId,
      commandContext,
    });
    if (!isRefused(outcome)) return outcome;
    return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "conflict" };
  });
}
