import { setTimeout as wait } from "node:timers/promises";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { type StreamName, userStream } from "@attestory/events/envelope.ts";
import {
  countInvitedAccount,
  type InvitationsUsedUp,
  type InvitingUser,
  refuseUsedUp,
} from "../accounts/count-invited-account.ts";
import { user } from "../accounts/user.ts";
import type { UserCommand } from "../accounts/user-command.ts";
import { hasAccount, type UserState } from "../accounts/user-state.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { decoyStream, emailStream, usernameStream } from "../identifiers/canonical.ts";
import { confirmReservations } from "../identifiers/confirm-reservations.ts";
import { reserveIdentifier } from "../identifiers/reserve-identifier.ts";
import { settleReservation } from "../identifiers/settle-reservation.ts";
import { type UseReason, useInvitation } from "../joining/join.ts";

export interface CreateAccountDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  /** `strict`: a taken address gets the same answer as a free one, and its owner gets an email. */
  enumerationProtection: "lenient" | "strict";
}

export interface NewAccount {
  userId: string;
  email: string;
  username: string;
  firstName: string | null;
  lastName: string | null;
  /** Null if a program creates the account. */
  passwordHash: string | null;
  /** The invitation that it joins with, if any. */
  invitationId?: string | null;
}

export type CreateReason = "username-taken" | "email-taken" | UseReason | HandlingReason;

export type CreateRefusal = Refused<CreateReason> | InvitationsUsedUp;

/** `inviting`: the user whose API key creates the account; null for any other. */
interface Commit {
  newAccount: NewAccount;
  canonical: string;
  inviting: InvitingUser | null;
}

/** Minimum duration in strict mode: replacing a pending registration takes longer, and the time must not reveal it. */
const strictLeastMs = 100;

/**
 * Reserves the username and the address, registers (the commit point), then confirms both. Safe to interrupt anywhere: an
 * unconfirmed reservation has a lease, after which the next claimant or the expiry worker settles it.
 */
export async function createAccount(
  dependencies: CreateAccountDependencies,
  { account, canonical, inviting }: Omit<Commit, "newAccount"> & { account: Omit<NewAccount, "userId"> },
  commandContext: CommandContext,
): Promise<{ userId: string } | CreateRefusal> {
  const leastDuration = dependencies.enumerationProtection === "strict" ? wait(strictLeastMs) : null;
  const userId = commandContext.newId("user");
  const record = await dependencies.commandHandler.findIdempotencyRecord(userStream(userId), commandContext);
  if (record && isRefused(record)) return record;
  const newAccount = { ...account, userId };
  const commit = { newAccount, canonical, inviting };
  const refusal = record ? null : await commitRegistration(dependencies, commit, commandContext);
  if (!refusal) {
    const account = await afterRegistration(dependencies.commandHandler, { userId, isRepeat: record !== null });
    await confirmReservations(dependencies, { userId, account }, commandContext);
  }
  await leastDuration;
  return refusal ?? { userId };
}

/** The account that was registered. It is read again where its registration was a while ago, or is not known any more. */
async function afterRegistration(
  { load, lastKnown }: CommandHandler,
  { userId, isRepeat }: { userId: string; isRepeat: boolean },
): Promise<UserState> {
  const stream = userStream(userId);
  const known = isRepeat ? null : lastKnown(user, stream);
  return (known ?? (await load(user, stream))).state;
}

/**
 * Reserves the username and the address, then registers the user, or a decoy. Returns null if that succeeded. Else it settles what it
 * reserved and returns the refusal.
 */
async function commitRegistration(
  dependencies: CreateAccountDependencies,
  { newAccount, canonical, inviting }: Commit,
  commandContext: CommandContext,
): Promise<CreateRefusal | null> {
  const { commandHandler, keyring } = dependencies;
  const { userId, username } = newAccount;
  const usedUp = inviting && (await refuseUsedUp(commandHandler, { ...inviting, accountId: userId }, commandContext));
  if (usedUp) return usedUp;
  const streams = {
    username: usernameStream(keyring, username),
    email: emailStream(keyring, canonical),
    decoy: decoyStream(keyring, userId),
  };
  const refusal = await reserveAndRegister(dependencies, { newAccount, canonical, inviting, streams }, commandContext);
  if (refusal) {
    for (const stream of Object.values(streams)) {
      await settleReservation(dependencies, { stream, userId }, commandContext);
    }
  }
  return refusal;
}

interface Committing extends Commit {
  streams: Record<"username" | "email" | "decoy", StreamName>;
}

async function reserveAndRegister(
  dependencies: CreateAccountDependencies,
  { newAccount, canonical, inviting, streams }: Committing,
  commandContext: CommandContext,
): Promise<CreateRefusal | null> {
  const { userId } = newAccount;
  const reserve = (stream: StreamName) => reserveIdentifier(dependencies, { stream, userId }, commandContext);
  const username = await reserve(streams.username);
  if (username !== "reserved") return isRefused(username) ? username : { refused: "username-taken" };
  const address = await reserve(streams.email);
  if (address !== "reserved" && isRefused(address)) return address;
  const ownerId = address === "reserved" ? null : address.ownerId;
  if (ownerId !== null && dependencies.enumerationProtection === "lenient") return { refused: "email-taken" };
  // After the reservations: a username that is taken uses nothing up. A decoy uses it up as well.
  const notAdmitted = await admit(dependencies, { newAccount, canonical, inviting }, commandContext);
  if (notAdmitted) return notAdmitted;
  if (ownerId === null) {
    const command = { type: "register", ...newAccount } as const;
    return appendUser(dependencies.commandHandler, { userId, command, person: userId }, commandContext);
  }
  await reserve(streams.decoy);
  await createDecoyKeys(dependencies, { userId, ownerId });
  const { passwordHash: _, ...decoy } = newAccount;
  const command = { type: "register-decoy", ownerId, ...decoy } as const;
  return appendUser(dependencies.commandHandler, { userId, command, person: ownerId }, commandContext);
}

/** Counts what allows the account: its invitation, or the budget of the user whose API key creates it. Null if it may be registered. */
async function admit(
  dependencies: CreateAccountDependencies,
  { newAccount: { invitationId = null, userId }, canonical, inviting }: Commit,
  commandContext: CommandContext,
): Promise<CreateRefusal | null> {
  if (inviting) {
    return countInvitedAccount(dependencies.commandHandler, { ...inviting, accountId: userId }, commandContext);
  }
  return invitationId === null
    ? null
    : useInvitation(dependencies, { invitationId, userId, canonical }, commandContext);
}

/**
 * A decoy's event is encrypted with the owner's key, which does not exist yet while the owner's own registration is in progress. The
 * decoy's session has personal data too, under the decoy's key.
 */
async function createDecoyKeys(
  { commandHandler, keyring }: CreateAccountDependencies,
  { userId, ownerId }: { userId: string; ownerId: string },
): Promise<void> {
  await keyring.createPersonKey(userId);
  const { state: owner } = await commandHandler.load(user, userStream(ownerId));
  if (!hasAccount(owner)) await keyring.createPersonKey(ownerId);
}

async function appendUser(
  commandHandler: CommandHandler,
  { userId, command, person }: { userId: string; command: UserCommand; person: string },
  commandContext: CommandContext,
): Promise<Refused<"conflict" | "key-reused" | "revoked"> | null> {
  const stream = userStream(userId);
  const outcome = await commandHandler.handle({ decider: user, stream, command, person, commandContext });
  if (!isRefused(outcome)) return null;
  // The registration was aborted, or another request with the same key came first.
  const { refused } = outcome;
  return { refused: refused === "key-reused" || refused === "revoked" ? refused : "conflict" };
}
