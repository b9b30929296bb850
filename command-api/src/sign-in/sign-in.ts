import type { EmailCodeReason } from "../email-codes/email-codes.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import type { CodeReason } from "../second-factors/verify-code.ts";
import {
  type BeginSessionDependencies,
  beginSession,
  type ShutAccountRefusal,
  type SignedInUser,
} from "./begin-session.ts";
import type { Client } from "./client.ts";
import { type EmailCodeStepDependencies, verifyEmailCode } from "./email-code-step.ts";
import { rehashPassword } from "./rehash-password.ts";
import { type TwoFactorRequired, verifySecondFactor } from "./second-factor.ts";
import { type CredentialsReason, type VerifyCredentialsDependencies, verifyCredentials } from "./verify-credentials.ts";

export interface SignIn {
  email: string;
  password: string;
  /** A code of the authenticator app or a recovery code, as it was typed. */
  totpCode: string | undefined;
  /** The code that the address was sent, as it was typed. */
  emailCode: string | undefined;
  trustDevice: boolean;
  rememberMe: boolean;
  client: Client;
  /** The session token that the request came with, or null. */
  bearer: string | null;
}

export interface SignInDependencies
  extends VerifyCredentialsDependencies,
    EmailCodeStepDependencies,
    Omit<BeginSessionDependencies, "attempts" | "mailLimits"> {
  mailLimits: MailLimits;
}

export interface PasswordSignIn extends SignedInUser {
  /** After a recovery code, how many are left; else null. */
  recoveryCodesLeft: number | null;
}

type Reason = CredentialsReason | "email-code-required" | EmailCodeReason | CodeReason | HandlingReason;
type Refusal = TwoFactorRequired | ShutAccountRefusal | Refused<Reason> | TooManyAttempts;

/** Verifies address and password, then a code from an email where one is due, then the second factor of an account that has one, and begins a session. */
export async function signIn(
  dependencies: SignInDependencies,
  { totpCode, emailCode, trustDevice, rememberMe, bearer, ...credentials }: SignIn,
  commandContext: CommandContext,
): Promise<PasswordSignIn | Refusal> {
  const verified = await verifyCredentials(dependencies, credentials, commandContext);
  if (isRefused(verified)) return verified;
  const { owner, passwordHash, device, caller } = verified;
  const rehash = { userId: owner.userId, password: credentials.password, verifiedAgainst: passwordHash, caller };
  await rehashPassword(dependencies, rehash, commandContext);
  const byEmail = await verifyEmailCode(dependencies, { owner, code: emailCode }, commandContext);
  if (isRefused(byEmail)) return byEmail;
  const secondStep = { owner, code: totpCode, client: credentials.client, device };
  const second = await verifySecondFactor(dependencies, secondStep, commandContext);
  if (isRefused(second)) return second;
  const { recoveryCodesLeft, hasTotp } = second;
  const secondFactor = second.secondFactor ?? (byEmail.isGiven ? "email-code" : null);
  const browser = { rememberMe, trusts: trustDevice, bearer, device };
  const begun = { owner, method: "password", secondFactor, hasTotp, ...browser } as const;
  const signedIn = await beginSession(dependencies, begun, commandContext);
  return isRefused(signedIn) ? signedIn : { ...signedIn, recoveryCodesLeft };
}
