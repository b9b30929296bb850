import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { handleUserCommand } from "../accounts/handle-user-command.ts";
import { readLinkToken } from "../accounts/link-token.ts";
import { isResettable } from "../accounts/password-reset.ts";
import { user } from "../accounts/user.ts";
import type { RegisteredUser } from "../accounts/user-state.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { type Attempts, accountKey } from "../sign-in/attempts.ts";
import { hashNewPassword } from "../sign-in/hash-new-password.ts";
import { knownDeviceCookie } from "../sign-in/known-device.ts";

export interface ResetDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  hasher: PasswordHasher;
  attempts: Pick<Attempts, "lift">;
}

export type ResetReason = "invalid-link" | "known-new-password" | "busy" | HandlingReason;

interface Reset {
  owner: RegisteredUser;
  resetId: string;
  newPassword: string;
}

/**
 * Sets a new password with the token of an email's link, and ends every session. Does not sign in: the second factor is still asked for.
 * The browser becomes a known device, and the account's wait ends.
 */
export async function resetPassword(
  dependencies: ResetDependencies,
  { token, newPassword }: { token: string; newPassword: string },
  commandContext: CommandContext,
): Promise<{ position: bigint; deviceCookie: string } | Refused<ResetReason>> {
  const { commandHandler, keyring } = dependencies;
  const link = readLinkToken(keyring, "reset-password", token);
  if (!link) return { refused: "invalid-link" };
  const { userId, eventId: resetId } = link;
  const stream = userStream(userId);
  const record = await commandHandler.findIdempotencyRecord(stream, commandContext);
  if (record && isRefused(record)) return record;
  const { state: owner } = await commandHandler.load(user, stream);
  if (owner.status !== "registered") return { refused: "invalid-link" };
  const outcome = record ?? (await reset(dependencies, { owner, resetId, newPassword }, commandContext));
  return isRefused(outcome) ? outcome : admit(dependencies, { userId, ...outcome }, commandContext);
}

async function reset(
  dependencies: ResetDependencies,
  { owner, resetId, newPassword }: Reset,
  commandContext: CommandContext,
): Promise<{ position: bigint } | Refused<ResetReason>> {
  const { userId } = owner;
  const { now } = commandContext;
  // Before the password is hashed: only a valid link may cost a hash.
  if (!isResettable(owner, resetId, now)) return { refused: "invalid-link" };
  const hashed = await hashNewPassword(dependencies, { owner, newPassword }, commandContext);
  if (isRefused(hashed)) return hashed;
  const { passwordHash } = hashed;
  const command = { type: "reset-password", resetId, passwordHash, now } as const;
  const change = { userId, command, otherwise: "invalid-link" } as const;
  return handleUserCommand(dependencies.commandHandler, change, commandContext);
}

async function admit(
  { commandHandler, keyring, attempts }: ResetDependencies,
  { userId, position }: { userId: string; position: bigint },
  commandContext: CommandContext,
): Promise<{ position: bigint; deviceCookie: string } | Refused<"invalid-link">> {
  const { state: owner } = await commandHandler.load(user, userStream(userId));
  if (owner.status !== "registered") return { refused: "invalid-link" };
  if (owner.email !== null) await attempts.lift(accountKey(keyring, owner.email));
  // A new id, as the unlock link gives: a user who copied the browser's former one has no share in its attempts.
  const id = commandContext.newId("device");
  return { position, deviceCookie: knownDeviceCookie(keyring, { id, owner, now: commandContext.now }) };
}
