import type { RegisteredUser } from "../accounts/user-state.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HashCaller } from "../passwords/password-hasher.ts";
import { endSession } from "../sessions/end-session.ts";
import { accountKey, type PasswordAttempt } from "../sign-in/attempts.ts";
import type { Client } from "../sign-in/client.ts";
import { hashCaller } from "../sign-in/hash-caller.ts";
import { knownDevice } from "../sign-in/known-device.ts";
import type { VerifyDependencies } from "../sign-in/verify-credentials.ts";

export interface CurrentPassword {
  door: "password-change" | "step-up";
  userId: string;
  sessionId: string;
  /** Null if the account has gone since the session was authenticated. */
  owner: RegisteredUser | null;
  password: string;
  client: Client;
}

/** The requesting session has tried too many wrong passwords and was ended: its user does not know the password. */
export interface SessionExhausted extends Refused<"session-exhausted"> {
  position: bigint;
}

type Refusal = Refused<"wrong-password" | "busy" | "conflict"> | TooManyAttempts | SessionExhausted;

/** Verifies the password of a signed-in user, under the limits. Returns the hash that it matches, and for whom it was hashed. */
export async function verifyCurrentPassword(
  dependencies: VerifyDependencies,
  current: CurrentPassword,
  commandContext: CommandContext,
): Promise<{ verifiedAgainst: string; caller: HashCaller } | Refusal> {
  const { commandHandler, keyring, hasher, attempts } = dependencies;
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
  if (!(await attempts.exhausts(sessionId))) return { refused: "wrong-password" };
  return endExhausted(commandHandler, { userId, sessionId }, commandContext);
}

async function endExhausted(
  commandHandler: CommandHandler,
  session: { userId: string; sessionId: string },
  commandContext: CommandContext,
): Promise<SessionExhausted | Refused<"conflict">> {
  const ownContext = { ...commandContext, fingerprint: null };
  const outcome = await endSession(commandHandler, { ...session, reason: "guessed" }, ownContext);
  return isRefused(outcome) ? { refused: "conflict" } : { refused: "session-exhausted", position: outcome.position };
}
