import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { CodeReason } from "../second-factors/verify-code.ts";
import { type BeginSessionDependencies, beginSession, type SignedInUser } from "./begin-session.ts";
import type { Client } from "./client.ts";
import { rehashPassword } from "./rehash-password.ts";
import { type TwoFactorRequired, verifySecondFactor } from "./second-factor.ts";
import { type CredentialsReason, type VerifyCredentialsDependencies, verifyCredentials } from "./verify-credentials.ts";

export interface SignIn {
  email: string;
  password: string;
  /** A code of the authenticator app or a recovery code, as it was typed. */
  totpCode: string | undefined;
  trustDevice: boolean;
  rememberMe: boolean;
  client: Client;
  /** The session token that the request came with, or null. */
  bearer: string | null;
}

export interface SignInDependencies extends VerifyCredentialsDependencies, Omit<BeginSessionDependencies, "attempts"> {}

export interface PasswordSignIn extends SignedInUser {
  /** After a recovery code, how many are left; else null. */
  recoveryCodesLeft: number | null;
}

type Refusal = TwoFactorRequired | Refused<CredentialsReason | CodeReason | HandlingReason> | TooManyAttempts;

/** Verifies address and password, then the second factor of an account that has one, and begins a session. */
export async function signIn(
  dependencies: SignInDependencies,
  { totpCode, trustDevice, rememberMe, bearer, ...credentials }: SignIn,
  commandContext: CommandContext,
): Promise<PasswordSignIn | Refusal> {
  const verified = await verifyCredentials(dependencies, credentials, commandContext);
  if (isRefused(verified)) return verified;
  const { owner, passwordHash, device, caller } = verified;
  const rehash = { userId: owner.userId, password: credentials.password, verifiedAgainst: passwordHash, caller };
  await rehashPassword(dependencies, rehash, commandContext);
  const secondStep = { owner, code: totpCode, client: credentials.client, device };
  const second = await verifySecondFactor(dependencies, secondStep, commandContext);
  if (isRefused(second)) return second;
  const { secondFactor, recoveryCodesLeft } = second;
  const begun = { owner, method: "password", secondFactor, rememberMe, trusts: trustDevice, bearer, device } as const;
  const signedIn = await beginSession(dependencies, begun, commandContext);
  return isRefused(signedIn) ? signedIn : { ...signedIn, recoveryCodesLeft };
}
