import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { RegisteredUser, UserState } from "../accounts/user-state.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler, HandlingReason } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { canonicalEmail, emailStream } from "../identifiers/canonical.ts";
import { ownsIdentifier } from "../identifiers/owned-identifiers.ts";
import { reservation } from "../identifiers/reservation.ts";

import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { rememberedTimes, type SessionTimes, startSession } from "../sessions/start-session.ts";
import { type Attempts, accountKey, type PasswordAttempt } from "./attempts.ts";
import type { Client } from "./client.ts";
import { knownDevice } from "./known-device.ts";

export interface SignIn {
  email: string;
  password: string;
  rememberMe: boolean;
  client: Client;
}

export interface SignInDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  hasher: PasswordHasher;
  attempts: Attempts;
  /** Lifetimes of a session without "remember me". */
  times: SessionTimes;
}

/** `invalid-credentials` deliberately gives no detail; `email-not-verified` is returned only for the right password. */
export type SignInReason = "invalid-credentials" | "email-not-verified" | "busy" | HandlingReason;

export interface SignedInUser {
  token: string;
  sessionId: string;
  position: bigint;
  user: RegisteredUser;
  rememberMe: boolean;
  /** The id of the device: the existing id if the device is known, else a new one. */
  device: string;
}

export async function signIn(
  { commandHandler, keyring, hasher, attempts, times }: SignInDependencies,
  { email, password, rememberMe, client }: SignIn,
  commandContext: CommandContext,
): Promise<SignedInUser | Refused<SignInReason> | TooManyAttempts> {
  const owner = await ownerOf({ commandHandler, keyring }, email);
  const usable = owner.status === "registered" && owner.isActive ? owner : null;
  const device = usable && knownDevice(keyring, client.device, usable, commandContext.now);
  const attempt: PasswordAttempt = {
    door: "sign-in",
    account: accountKey(keyring, email),
    userId: usable?.userId ?? null,
    network: client.network,
    device,
  };
  // One hash in every case: an unknown, unusable or unverified account takes as long as a known one.
  const judged = await attempts.throttle(attempt, commandContext, () =>
    hasher.matches(password, usable?.passwordHash ?? null),
  );
  if (typeof judged === "object") return { refused: "too-many-attempts", ...judged };
  if (judged === "busy") return { refused: "busy" };
  if (judged === "wrong" || !usable?.passwordHash) return { refused: "invalid-credentials" };
  if (!usable.emailVerified) return { refused: "email-not-verified" };
  await rehash({ commandHandler, hasher }, usable.userId, password, usable.passwordHash, commandContext);
  // The epoch loaded with the password hash: if the password changes meanwhile, this session ends before it is used.
  const { userId, sessionEpoch } = usable;
  const kind = rememberMe ? rememberedTimes : times;
  const started = await startSession(
    commandHandler,
    { userId, sessionEpoch, method: "password", rememberMe, times: kind },
    commandContext,
  );
  if (isRefused(started)) return started;
  return { ...started, user: usable, rememberMe, device: device ?? commandContext.newId("device") };
}

/** The owner of an address, read from the streams. An unconfirmed reservation counts, even if its lease has expired. */
async function ownerOf(
  { commandHandler, keyring }: { commandHandler: CommandHandler; keyring: Keyring },
  email: string,
): Promise<UserState> {
  const canonical = canonicalEmail(email);
  if (!canonical) return { status: "none" };
  const stream = emailStream(keyring, canonical);
  const { state: owner } = await commandHandler.load(reservation, stream);
  if (owner.status === "free") return { status: "none" };
  const { state } = await commandHandler.load(user, userStream(owner.userId));
  return ownsIdentifier(keyring, state, stream) ? state : { status: "none" };
}

/** Applies new hash parameters at sign-in, the only time that the password itself is available. */
async function rehash(
  { commandHandler, hasher }: { commandHandler: CommandHandler; hasher: PasswordHasher },
  userId: string,
  password: string,
  verifiedAgainst: string,
  commandContext: CommandContext,
): Promise<void> {
  if (!hasher.isOutdated(verifiedAgainst)) return;
  const passwordHash = await hasher.hash(password);
  // Too busy now: the next sign-in rehashes it.
  if (passwordHash === "busy") return;
  const command = { type: "rehash-password", verifiedAgainst, passwordHash } as const;
  await commandHandler.handle({ decider: user, stream: userStream(userId), command, person: userId, commandContext });
}
