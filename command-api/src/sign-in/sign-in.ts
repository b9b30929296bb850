import type { RegisteredUser } from "../accounts/user-state.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { rememberedTimes, type SessionTimes, startSession } from "../sessions/start-session.ts";
import type { Client } from "./client.ts";
import { knownDeviceCookie } from "./known-device.ts";
import { rehashPassword } from "./rehash-password.ts";
import { replaceSession } from "./replace-session.ts";
import { type CredentialsReason, type VerifyCredentialsDependencies, verifyCredentials } from "./verify-credentials.ts";

export interface SignIn {
  email: string;
  password: string;
  rememberMe: boolean;
  client: Client;
  /** The session token that the request came with, or null. */
  bearer: string | null;
}

export interface SignInDependencies extends VerifyCredentialsDependencies {
  /** Lifetimes of a session without "remember me". */
  times: SessionTimes;
}

export interface SignedInUser {
  token: string;
  position: bigint;
  /** The position at which the request's former session ended, or null. */
  replacedAt: bigint | null;
  user: RegisteredUser;
  /** None if too many browsers have become known devices of the account today. */
  deviceCookies: string[];
}

/** Verifies address and password, starts a session, and ends the one that the request came with. */
export async function signIn(
  dependencies: SignInDependencies,
  { rememberMe, bearer, ...credentials }: SignIn,
  commandContext: CommandContext,
): Promise<SignedInUser | Refused<CredentialsReason | HandlingReason> | TooManyAttempts> {
  const { commandHandler, keyring, attempts } = dependencies;
  const verified = await verifyCredentials(dependencies, credentials, commandContext);
  if (isRefused(verified)) return verified;
  const { owner, passwordHash, device, caller } = verified;
  // The epoch was loaded with the password hash: if the password changes meanwhile, this session ends before it is used.
  const { userId, sessionEpoch } = owner;
  const rehash = { userId, password: credentials.password, verifiedAgainst: passwordHash, caller };
  await rehashPassword(dependencies, rehash, commandContext);
  const times = rememberMe ? rememberedTimes : dependencies.times;
  const session = { userId, sessionEpoch, method: "password", rememberMe, times } as const;
  const started = await startSession(commandHandler, session, commandContext);
  if (isRefused(started)) return started;
  const { token, sessionId, position } = started;
  const replacedAt = await replaceSession(commandHandler, { bearer, startedId: sessionId }, commandContext);
  const isKnown = device !== null || (await attempts.admitsDevice(caller.account));
  const known = { id: device ?? commandContext.newId("device"), owner, now: commandContext.now };
  const deviceCookies = isKnown ? [knownDeviceCookie(keyring, known)] : [];
  return { token, position, replacedAt, user: owner, deviceCookies };
}
