import { type StreamName, userStream } from "@attestory/events/envelope.ts";
import type { Keyring } from "@attestory/events/vault/keyring.ts";
import { isRefused, type Refused } from "../decider.ts";
import type { Intent } from "../intent.ts";
import type { HandlingReason, Journal } from "../journal.ts";
import { canonicalEmail, decoyStream, emailStream, isReserved, usernameStream } from "./canonical.ts";
import { claim } from "./claim.ts";
import { claimIdentifier } from "./claim-identifier.ts";
import type { PasswordHasher } from "./password.ts";
import { type UserCommand, user } from "./user.ts";

export interface Registration {
  email: string;
  username: string;
  password: string;
  firstName: string | null;
  lastName: string | null;
}

export interface RegisterDependencies {
  journal: Journal;
  keyring: Keyring;
  hasher: PasswordHasher;
  /** `strict`: an address that has an owner is answered as if it were free, and its owner gets a letter. */
  enumerationProtection: "lenient" | "strict";
}

export type RegisterReason =
  | "email-taken"
  | "username-taken"
  | "username-reserved"
  | "invalid-email"
  | "busy"
  | HandlingReason;

/**
 * Claim the name, claim the address, register (the commit point), confirm both. Safe to cut anywhere: an unconfirmed claim has a
 * lease, and whoever meets it afterwards looks whether the registration happened.
 */
export async function register(
  dependencies: RegisterDependencies,
  input: Registration,
  intent: Intent,
): Promise<{ userId: string } | Refused<RegisterReason>> {
  const { journal, keyring, hasher } = dependencies;
  const canonical = canonicalEmail(input.email);
  if (!canonical) return { refused: "invalid-email" };
  if (isReserved(input.username)) return { refused: "username-reserved" };
  // Before anything is known of the address, so that a known one costs the same.
  const passwordHash = await hasher.hash(input.password);
  if (passwordHash === "busy") return { refused: "busy" };

  const userId = intent.newId("user");
  const before = await journal.carriedOut(userStream(userId), intent);
  if (before && "refused" in before) return before;
  const { password: _, ...typed } = input;
  const streams = { username: usernameStream(keyring, input.username), email: emailStream(keyring, canonical) };
  const begun = await registerUnderClaims(dependencies, streams, { ...typed, userId }, passwordHash, intent);
  if (isRefused(begun)) return begun;
  for (const stream of begun.claimed) {
    await journal.handle({ decider: claim, stream, command: { type: "confirm", userId }, person: null, intent });
  }
  return { userId };
}

type Account = Omit<Registration, "password"> & { userId: string };

async function registerUnderClaims(
  dependencies: RegisterDependencies,
  streams: { username: StreamName; email: StreamName },
  account: Account,
  passwordHash: string,
  intent: Intent,
): Promise<{ claimed: StreamName[] } | Refused<RegisterReason>> {
  const { journal, keyring, enumerationProtection } = dependencies;
  const { userId } = account;
  const place = (identifier: StreamName) => claimIdentifier({ journal, keyring }, identifier, userId, intent);
  if ((await place(streams.username)) === "taken") return { refused: "username-taken" };
  const owned = await place(streams.email);
  if (owned === "taken" && enumerationProtection === "lenient") {
    await journal.handle({
      decider: claim,
      stream: streams.username,
      command: { type: "release", userId },
      person: null,
      intent,
    });
    return { refused: "email-taken" };
  }
  const owner = (await journal.load(claim, streams.email)).state;
  const ownerId = owner.status === "free" ? userId : owner.userId;
  const decoy = owned === "taken";
  const address = decoy ? decoyStream(keyring, userId) : streams.email;
  if (decoy) await place(address);
  const command: UserCommand = decoy
    ? { type: "register-decoy", ownerId, ...account }
    : { type: "register", passwordHash, ...account };
  const person = decoy ? ownerId : userId;
  const outcome = await journal.handle({ decider: user, stream: userStream(userId), command, person, intent });
  // Fenced off, or another request with the same key came first: what was claimed here is set right when its lease is over.
  if (isRefused(outcome)) return { refused: outcome.refused === "key-reused" ? "key-reused" : "conflict" };
  return { claimed: [streams.username, address] };
}
