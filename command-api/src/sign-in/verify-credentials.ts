import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { RegisteredUser } from "../accounts/user-state.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { Refused } from "../handling/decider.ts";
import type { HashCaller, PasswordHasher } from "../passwords/password-hasher.ts";
import { type Attempts, accountKey, type PasswordAttempt } from "./attempts.ts";
import type { Client } from "./client.ts";
import { findOwner } from "./find-owner.ts";
import { hashCaller } from "./hash-caller.ts";
import { knownDevice } from "./known-device.ts";

export interface VerifyDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  hasher: PasswordHasher;
  attempts: Attempts;
}

export interface VerifyCredentialsDependencies extends VerifyDependencies {
  /** `strict`: an account whose address is not verified is refused like an unknown one. */
  enumerationProtection: "lenient" | "strict";
}

/** `invalid-credentials` deliberately gives no detail; `email-not-verified` is returned only for the right password, in lenient mode. */
export type CredentialsReason = "invalid-credentials" | "email-not-verified" | "busy";

export interface VerifiedCredentials {
  owner: RegisteredUser;
  /** The hash that the password matches. */
  passwordHash: string;
  /** The id of the device if it is known, else null. */
  device: string | null;
  /** For whom the password was hashed. */
  caller: HashCaller;
}

/** Verifies address and password under the limits. Costs one hash in every case: an unknown account takes as long as a known one. */
export async function verifyCredentials(
  dependencies: VerifyCredentialsDependencies,
  { email, password, client }: { email: string; password: string; client: Client },
  commandContext: CommandContext,
): Promise<VerifiedCredentials | Refused<CredentialsReason> | TooManyAttempts> {
  const { keyring, hasher, attempts } = dependencies;
  const found = await findOwner(dependencies, { email, now: commandContext.now, includesShut: true });
  // A decoy has no password. An unverified account has none here either: no limit, no known device and no time may tell the two apart.
  const owner = found?.emailVerified || dependencies.enumerationProtection === "lenient" ? found : null;
  const passwordHash = owner?.passwordHash ?? null;
  const device = owner && knownDevice(keyring, { cookie: client.device, owner, now: commandContext.now });
  const attempt: PasswordAttempt = {
    door: "sign-in",
    account: accountKey(keyring, email),
    userId: owner?.userId ?? null,
    network: client.network,
    device,
  };
  const caller = hashCaller(attempt.account, commandContext);
  const verdict = await attempts.throttle(attempt, commandContext, () =>
    hasher.matches(password, passwordHash, caller),
  );
  if (typeof verdict === "object") return { refused: "too-many-attempts", ...verdict };
  if (verdict === "busy") return { refused: "busy" };
  if (verdict === "wrong" || !owner || !passwordHash) return { refused: "invalid-credentials" };
  if (!owner.emailVerified) return { refused: "email-not-verified" };
  return { owner, passwordHash, device, caller };
}
