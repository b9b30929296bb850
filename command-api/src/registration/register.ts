import { setTimeout as wait } from "node:timers/promises";
import { userStream } from "@attestory/events/envelope.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { canonicalEmail, isReserved } from "../identifiers/canonical.ts";
import { confirmReservations } from "../identifiers/confirm-reservations.ts";
import { isKnownPassword } from "../passwords/known-passwords.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { accountKey } from "../sign-in/attempts.ts";
import { hashCaller } from "../sign-in/hash-caller.ts";
import { type CommitDependencies, commitRegistration } from "./commit-registration.ts";

/** Minimum duration after hashing in strict mode: replacing a pending registration takes longer, and the time must not reveal it. */
const strictLeastMs = 100;

export interface Registration {
  email: string;
  username: string;
  password: string;
  firstName: string | null;
  lastName: string | null;
}

export interface RegisterDependencies extends CommitDependencies {
  hasher: PasswordHasher;
}

export type RegisterReason =
  | "email-taken"
  | "username-taken"
  | "username-reserved"
  | "invalid-email"
  | "known-password"
  | "busy"
  | HandlingReason;

/**
 * Reserves the username and the address, registers (the commit point), then confirms both. Safe to interrupt anywhere: an
 * unconfirmed reservation has a lease, after which the next claimant or the expiry worker settles it.
 */
export async function register(
  dependencies: RegisterDependencies,
  { password, ...account }: Registration,
  commandContext: CommandContext,
): Promise<{ userId: string } | Refused<RegisterReason>> {
  const { commandHandler, keyring, hasher } = dependencies;
  const canonical = canonicalEmail(account.email);
  if (!canonical) return { refused: "invalid-email" };
  if (isReserved(account.username)) return { refused: "username-reserved" };
  if (isKnownPassword(password, account)) return { refused: "known-password" };
  // Hashed before the address is looked up, so that a taken one takes as long.
  const passwordHash = await hasher.hash(password, hashCaller(accountKey(keyring, account.email), commandContext));
  if (passwordHash === "busy") return { refused: "busy" };

  const leastDuration = dependencies.enumerationProtection === "strict" ? wait(strictLeastMs) : null;
  const userId = commandContext.newId("user");
  const record = await commandHandler.findIdempotencyRecord(userStream(userId), commandContext);
  if (record && isRefused(record)) return record;
  const newAccount = { ...account, userId, passwordHash };
  const refusal = record ? null : await commitRegistration(dependencies, { newAccount, canonical }, commandContext);
  if (!refusal) await confirmReservations(dependencies, userId, commandContext);
  await leastDuration;
  return refusal ?? { userId };
}
