import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { RequestingSession } from "../accounts/user-command.ts";
import type { UserState } from "../accounts/user-state.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler, HandlingReason } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { isKnownPassword } from "../passwords/known-passwords.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { endSession } from "../sessions/end-session.ts";
import { type AttemptOutcome, type Attempts, accountKey, type PasswordAttempt } from "../sign-in/attempts.ts";
import type { Client } from "../sign-in/client.ts";
import { knownDevice } from "../sign-in/known-device.ts";

export interface ChangePasswordDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  hasher: PasswordHasher;
  attempts: Attempts;
}

/** The requesting session stays signed in, unless it has tried too many wrong passwords. */
export interface PasswordChange extends RequestingSession {
  userId: string;
  currentPassword: string;
  newPassword: string;
  client: Client;
}

export type ChangePasswordReason =
  | "wrong-password"
  | "known-new-password"
  | "same-password"
  | "busy"
  | "session-ended"
  | HandlingReason;

/** The requesting session was ended: its user does not know the password. */
export interface SessionWornOut extends Refused<"session-worn-out"> {
  position: bigint;
}

/** Changes the password and ends every session but the requesting one. */
export async function changePassword(
  dependencies: ChangePasswordDependencies,
  change: PasswordChange,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<ChangePasswordReason> | TooManyAttempts | SessionWornOut> {
  const { commandHandler, hasher, attempts } = dependencies;
  const { userId, sessionId, sessionEpoch, currentPassword, newPassword } = change;
  const stream = userStream(userId);
  const before = await commandHandler.findIdempotencyRecord(stream, commandContext);
  if (before) return before;
  const { state } = await commandHandler.load(user, stream);
  // Checked before the current password, so that the answer reveals nothing about that one.
  if (state.status === "registered" && isKnownPassword(newPassword, state)) return { refused: "known-new-password" };
  const verifiedAgainst = state.status === "registered" ? state.passwordHash : null;
  const judged = await throttle(dependencies, change, state, commandContext);
  if (typeof judged === "object") return { refused: "too-many-attempts", ...judged };
  if (judged === "busy") return { refused: "busy" };
  if (judged === "wrong" || !verifiedAgainst) {
    return (await attempts.exhausts(sessionId))
      ? endWornOut(commandHandler, change, commandContext)
      : { refused: "wrong-password" };
  }
  if (currentPassword === newPassword) return { refused: "same-password" };
  const passwordHash = await hasher.hash(newPassword);
  if (passwordHash === "busy") return { refused: "busy" };
  const by = { sessionId, sessionEpoch };
  const command = { type: "change-password", verifiedAgainst, passwordHash, by } as const;
  const outcome = await commandHandler.handle({ decider: user, stream, command, person: userId, commandContext });
  if (!isRefused(outcome)) return outcome;
  const { refused } = outcome;
  const tells = refused === "key-reused" || refused === "conflict" || refused === "session-ended";
  return { refused: tells ? refused : "wrong-password" };
}

function throttle(
  { keyring, hasher, attempts }: ChangePasswordDependencies,
  { userId, currentPassword, client }: PasswordChange,
  state: UserState,
  commandContext: CommandContext,
): Promise<AttemptOutcome> {
  const known = state.status === "registered" ? state : null;
  const attempt: PasswordAttempt = {
    door: "password-change",
    account: accountKey(keyring, known?.email ?? userId),
    userId,
    network: client.network,
    device: known && knownDevice(keyring, client.device, known, commandContext.now),
  };
  return attempts.throttle(attempt, commandContext, () => hasher.matches(currentPassword, known?.passwordHash ?? null));
}

async function endWornOut(
  commandHandler: CommandHandler,
  { userId, sessionId }: PasswordChange,
  commandContext: CommandContext,
): Promise<SessionWornOut | Refused<HandlingReason>> {
  const own = { ...commandContext, fingerprint: null };
  const outcome = await endSession(commandHandler, { sessionId, userId, reason: "guessed" }, own);
  return isRefused(outcome) ? { refused: "conflict" } : { refused: "session-worn-out", position: outcome.position };
}
