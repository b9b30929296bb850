import type { RegisteredUser } from "../accounts/user-state.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { Refused } from "../handling/decider.ts";
import type { HashCaller } from "../passwords/password-hasher.ts";
import { accountKey, type PasswordAttempt } from "../sign-in/attempts.ts";
import type { Client } from "../sign-in/client.ts";
import { hashCaller } from "../sign-in/hash-caller.ts";
import { knownDevice } from "../sign-in/known-device.ts";
import type { VerifyDependencies } from "../sign-in/verify-credentials.ts";
import { endIfExhausted, type SessionExhausted } from "./exhaust-session.ts";

export interface CurrentPassword {
  door: "password-change" | "step-up";
  userId: string;
  sessionId: string;
  /** Null if the account has gone since the session was authenticated. */
  owner: RegisteredUser | null;
  password: string;
  client: Client;
}

type Refusal = Refused<"wrong-password" | "busy" | "conflict"> | TooManyAttempts | SessionExhausted;

/** Verifies the password of a signed-in user, under the limits. Returns the hash that it matches, and for whom it was hashed. */
export async function verifyCurrentPassword(
  dependencies: VerifyDependencies,
  current: CurrentPassword,
  commandContext: CommandContext,
): Promise<{ verifiedAgainst: string; caller: HashCaller } | Refusal> {
  const { keyring, hasher, attempts } = dependencies;
  const { door, userId, sessionId, owner, password, client } = current;
  const passwordHash = owner?.passwordHash ?? null;
  const attempt: PasswordAttempt = {
    door,
    account: accountKey(keyring, owner?.email ?? userId),
    userId,
    network: client.network,
    device: owner && knownDevice(keyring, { cookie: client.device, owner, now: commandContext.now }),
  };
  const caller = hashCaller(attempt.account, commandContext);
  const verdict = await attempts.throttle(attempt, commandContext, () =>
    hasher.matches(password, passwordHash, caller),
  );
  if (typeof verdict === "object") return { refused: "too-many-attempts", ...verdict };
  if (verdict === "busy") return { refused: "busy" };
  if (verdict === "right" && passwordHash) return { verifiedAgainst: passwordHash, caller };
  const ended = await endIfExhausted(dependencies, { userId, sessionId }, commandContext);
  return ended ?? { refused: "wrong-password" };
}
