import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { type RegisteredUser, type UserState, user } from "../accounts/user.ts";
import type { Intent } from "../handling/command-context.ts";
import type { HandlingReason, Journal } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { canonicalEmail, emailStream } from "../identifiers/canonical.ts";
import { claim } from "../identifiers/reservation.ts";
import { names } from "../identifiers/reserve-identifier.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { rememberedTimes, type SessionTimes, startSession } from "../sessions/start-session.ts";
import { type Attempts, accountKey, type Guess, type TooManyAttempts } from "./attempts.ts";
import type { Client } from "./client.ts";
import { knownDevice } from "./known-device.ts";

export interface SignIn {
  email: string;
  password: string;
  rememberMe: boolean;
  client: Client;
}

export interface SignInDependencies {
  journal: Journal;
  keyring: Keyring;
  hasher: PasswordHasher;
  attempts: Attempts;
  /** Of a session without "remember me". */
  times: SessionTimes;
}

/** `invalid-credentials` says nothing more on purpose; `email-not-verified` is said only to whoever knows the password. */
export type SignInReason = "invalid-credentials" | "email-not-verified" | "busy" | HandlingReason;

export interface SignedInUser {
  token: string;
  sessionId: string;
  position: bigint;
  user: RegisteredUser;
  rememberMe: boolean;
  /** The device's id, which stays when it was known before. */
  device: string;
}

export async function signIn(
  { journal, keyring, hasher, attempts, times }: SignInDependencies,
  { email, password, rememberMe, client }: SignIn,
  intent: Intent,
): Promise<SignedInUser | Refused<SignInReason> | TooManyAttempts> {
  const owner = await ownerOf({ journal, keyring }, email);
  const usable = owner.status === "registered" && owner.isActive ? owner : null;
  const device = usable && knownDevice(keyring, client.device, usable, intent.now);
  const guess: Guess = {
    door: "sign-in",
    account: accountKey(keyring, email),
    userId: usable?.userId ?? null,
    network: client.network,
    device,
  };
  // One hash in every case: an unknown, unusable or unverified account costs what a known one does.
  const judged = await attempts.judge(guess, intent, () => hasher.matches(password, usable?.passwordHash ?? null));
  if (typeof judged === "object") return { refused: "too-many-attempts", ...judged };
  if (judged === "busy") return { refused: "busy" };
  if (judged === "wrong" || !usable?.passwordHash) return { refused: "invalid-credentials" };
  if (!usable.emailVerified) return { refused: "email-not-verified" };
  await rehash({ journal, hasher }, usable.userId, password, usable.passwordHash, intent);
  // The epoch that the password was checked under: a password changed meanwhile ends this session before it is used.
  const { userId, sessionEpoch } = usable;
  const kind = rememberMe ? rememberedTimes : times;
  const started = await startSession(
    journal,
    { userId, sessionEpoch, method: "password", rememberMe, times: kind },
    intent,
  );
  if (isRefused(started)) return started;
  return { ...started, user: usable, rememberMe, device: device ?? intent.newId("device") };
}

/** Who an address belongs to, read from the streams; a registration that is not confirmed yet counts, whatever its lease says. */
async function ownerOf(
  { journal, keyring }: { journal: Journal; keyring: Keyring },
  email: string,
): Promise<UserState> {
  const canonical = canonicalEmail(email);
  if (!canonical) return { status: "none" };
  const stream = emailStream(keyring, canonical);
  const { state: owner } = await journal.load(claim, stream);
  if (owner.status === "free") return { status: "none" };
  const { state } = await journal.load(user, userStream(owner.userId));
  return names(keyring, state, stream) ? state : { status: "none" };
}

/** The one moment at which the password is at hand: parameters that were raised since are applied. */
async function rehash(
  { journal, hasher }: { journal: Journal; hasher: PasswordHasher },
  userId: string,
  password: string,
  verifiedAgainst: string,
  intent: Intent,
): Promise<void> {
  if (!hasher.isOutdated(verifiedAgainst)) return;
  const passwordHash = await hasher.hash(password);
  // Too busy now: the next sign-in does it.
  if (passwordHash === "busy") return;
  const command = { type: "rehash-password", verifiedAgainst, passwordHash } as const;
  await journal.handle({ decider: user, stream: userStream(userId), command, person: userId, intent });
}
