import { userStream } from "@attestory/events/envelope.ts";
import { handleUserCommand } from "../accounts/handle-user-command.ts";
import { type Link, linkToken, readLinkToken } from "../accounts/link-token.ts";
import { isRescueLinkValid } from "../accounts/rescue.ts";
import { user } from "../accounts/user.ts";
import type { RegisteredUser } from "../accounts/user-state.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import type { PasswordHasher } from "../passwords/password-hasher.ts";
import { type Attempts, accountKey } from "../sign-in/attempts.ts";
import { findOwner } from "../sign-in/find-owner.ts";
import { hashNewPassword } from "../sign-in/hash-new-password.ts";
import type { AdminDependencies } from "./grant-admin.ts";
import { removeSecondFactors } from "./remove-second-factors.ts";

/** The link that lets the owner of an account in again: works once, for 15 minutes, until another one is made. */
export async function makeRescueLink(
  { commandHandler, keyring, publicUrl }: AdminDependencies & { publicUrl: string },
  email: string,
  commandContext: CommandContext,
): Promise<string | Refused<"no-such-account" | "not-verified" | "conflict">> {
  const owner = await findOwner({ commandHandler, keyring }, { email, now: commandContext.now });
  if (!owner) return { refused: "no-such-account" };
  if (!owner.emailVerified) return { refused: "not-verified" };
  const { userId } = owner;
  const stream = userStream(userId);
  const command = { type: "make-rescue-link" } as const;
  const made = await commandHandler.handle({ decider: user, stream, command, person: userId, commandContext });
  const { state } = await commandHandler.load(user, stream);
  if (isRefused(made) || state.status !== "registered" || !state.rescue) return { refused: "conflict" };
  const token = linkToken(keyring, "rescue", { userId, eventId: state.rescue.id });
  return `${publicUrl}/rescue?token=${token}`;
}

export interface RescueDependencies extends AdminDependencies {
  hasher: PasswordHasher;
  attempts: Pick<Attempts, "lift">;
}

export type RescueRefusal = Refused<"invalid-link" | "known-new-password" | "busy" | HandlingReason>;
type Outcome = { position: bigint } | RescueRefusal;

/** The account of a link, and whether the link is used for the first time. */
async function accountOf(
  { commandHandler, keyring }: AdminDependencies,
  token: string,
): Promise<(Link & { owner: RegisteredUser }) | Refused<"invalid-link">> {
  const link = readLinkToken(keyring, "rescue", token);
  if (!link) return { refused: "invalid-link" };
  const { state: owner } = await commandHandler.load(user, userStream(link.userId));
  return owner.status === "registered" ? { ...link, owner } : { refused: "invalid-link" };
}

/** Sets a new password with the token of the link. Every session ends. Does not sign in: a second factor is still asked for. */
export async function rescuePassword(
  dependencies: RescueDependencies,
  { token, newPassword }: { token: string; newPassword: string },
  commandContext: CommandContext,
): Promise<Outcome> {
  const { commandHandler, keyring, attempts } = dependencies;
  const account = await accountOf(dependencies, token);
  if (isRefused(account)) return account;
  const { userId, eventId: linkId, owner } = account;
  const { now } = commandContext;
  const stream = userStream(userId);
  const record = await commandHandler.findIdempotencyRecord(stream, commandContext);
  if (record) return record;
  // Before the password is hashed: only a valid link may cost a hash.
  if (!isRescueLinkValid(owner, { linkId, now })) return { refused: "invalid-link" };
  const hashed = await hashNewPassword(dependencies, { owner, newPassword }, commandContext);
  if (isRefused(hashed)) return hashed;
  const { passwordHash } = hashed;
  const command = { type: "rescue-password", linkId, passwordHash, now } as const;
  const use = { userId, command, otherwise: "invalid-link" } as const;
  const outcome = await handleUserCommand(commandHandler, use, commandContext);
  if (isRefused(outcome)) return outcome;
  await attempts.lift(accountKey(keyring, owner.email ?? userId));
  return outcome;
}

/**
 * Removes every second factor with the token of the link. Every session, and the trust in every device, ends. The link is used up first;
 * an interrupted removal can be repeated with it.
 */
export async function rescueSecondFactors(
  dependencies: AdminDependencies,
  token: string,
  commandContext: CommandContext,
): Promise<Outcome> {
  const { commandHandler } = dependencies;
  const account = await accountOf(dependencies, token);
  if (isRefused(account)) return account;
  const { userId, eventId: linkId } = account;
  const otherwise = "invalid-link";
  const command = { type: "rescue-second-factors", linkId, now: commandContext.now } as const;
  const used = await handleUserCommand(commandHandler, { userId, command, otherwise }, commandContext);
  if (isRefused(used)) return used;
  // A repeated request must not remove what was added since.
  const { state } = await commandHandler.load(user, userStream(userId));
  if (state.status !== "registered" || state.rescue?.id !== linkId) return used;
  const conflict = await removeSecondFactors(commandHandler, { userId, reason: "rescued" }, commandContext);
  if (conflict) return conflict;
  const finish = { userId, command: { type: "finish-rescue", linkId }, otherwise } as const;
  return handleUserCommand(commandHandler, finish, stepContext(commandContext));
}
