import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { emailCodesStream } from "@attestory/events/envelope.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";
import { emailCode } from "../accounts/email-code.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { type EmailCodePurpose, type EmailCodeReason, emailCodes } from "./email-codes.ts";

export interface UseEmailCodeDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
}

interface GivenCode {
  userId: string;
  purpose: EmailCodePurpose;
  /** As the user entered it. Blanks do not count. */
  code: string;
}

/** Uses up the newest code of the purpose. A wrong one counts against it: the fifth ends it. */
export async function useEmailCode(
  { commandHandler, keyring }: UseEmailCodeDependencies,
  { userId, purpose, code }: GivenCode,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<EmailCodeReason | HandlingReason>> {
  const stream = emailCodesStream(userId);
  const { state } = await commandHandler.load(emailCodes, stream);
  const newest = state.codes[purpose];
  if (!newest) return { refused: "email-code-over" };
  const expected = emailCode(keyring, { userId, eventId: newest.id });
  const isRight = isEqualInConstantTime(code.replaceAll(" ", ""), expected);
  const outcome = await commandHandler.handle({
    decider: emailCodes,
    stream,
    command: { type: "give", userId, purpose, codeId: newest.id, isRight, now: commandContext.now },
    person: userId,
    commandContext,
  });
  return isRefused(outcome) || isRight ? outcome : { refused: "wrong-email-code" };
}
