import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { type BeginSessionDependencies, beginSession, type SignedInUser } from "./begin-session.ts";
import type { Client } from "./client.ts";
import { rehashPassword } from "./rehash-password.ts";
import { type CredentialsReason, type VerifyCredentialsDependencies, verifyCredentials } from "./verify-credentials.ts";

export interface SignIn {
  email: string;
  password: string;
  rememberMe: boolean;
  client: Client;
  /** The session token that the request came with, or null. */
  bearer: string | null;
}

export interface SignInDependencies extends VerifyCredentialsDependencies, Omit<BeginSessionDependencies, "attempts"> {}

/** Verifies address and password, and begins a session. */
export async function signIn(
  dependencies: SignInDependencies,
  { rememberMe, bearer, ...credentials }: SignIn,
  commandContext: CommandContext,
): Promise<SignedInUser | Refused<CredentialsReason | HandlingReason> | TooManyAttempts> {
  const verified = await verifyCredentials(dependencies, credentials, commandContext);
  if (isRefused(verified)) return verified;
  const { owner, passwordHash, device, caller } = verified;
  const rehash = { userId: owner.userId, password: credentials.password, verifiedAgainst: passwordHash, caller };
  await rehashPassword(dependencies, rehash, commandContext);
  const begun = { owner, method: "password", secondFactor: null, rememberMe, bearer, device } as const;
  return beginSession(dependencies, begun, commandContext);
}
