import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { emailCodesStream } from "@attestory/events/envelope.ts";
import type { RegisteredUser } from "../accounts/user-state.ts";
import { type EmailCodeReason, emailCodes } from "../email-codes/email-codes.ts";
import { requestEmailCode } from "../email-codes/request-email-code.ts";
import { useEmailCode } from "../email-codes/use-email-code.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { MailLimits } from "../mail/mail-limits.ts";

export interface EmailCodeStepDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  mailLimits: Pick<MailLimits, "ofCode">;
}

type Refusal = Refused<"email-code-required" | EmailCodeReason | HandlingReason> | TooManyAttempts;

/**
 * Asks for a code that the address was sent, where the address was verified in another browser than the one that registered, and no
 * sign-in has succeeded with such a code yet: the password may be that of a stranger who registered the address.
 */
export async function verifyEmailCode(
  dependencies: EmailCodeStepDependencies,
  { owner, code }: { owner: RegisteredUser; code: string | undefined },
  commandContext: CommandContext,
): Promise<{ isGiven: boolean } | Refusal> {
  const { userId } = owner;
  if (!(await isDue(dependencies, owner))) return { isGiven: false };
  if (!code) {
    const request = await requestEmailCode(dependencies, { userId, purpose: "sign-in" }, commandContext);
    return isRefused(request) ? request : { refused: "email-code-required" };
  }
  const used = await useEmailCode(dependencies, { userId, purpose: "sign-in", code }, commandContext);
  return isRefused(used) ? used : { isGiven: true };
}

async function isDue(
  { commandHandler }: EmailCodeStepDependencies,
  { userId, isVerifiedElsewhere }: RegisteredUser,
): Promise<boolean> {
  if (!isVerifiedElsewhere) return false;
  return !(await commandHandler.load(emailCodes, emailCodesStream(userId))).state.hasSignedIn;
}
