import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { hardwareKeysStream, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import { type CommandContext, stepContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { hardwareKeys } from "./hardware-keys.ts";
import { keyRefusal } from "./refusals.ts";

interface Dependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
}

/** Distinguishes one password of an account from another, and reveals nothing about either. */
const passwordDigest = (keyring: Keyring, userId: string, passwordHash: string): string =>
  keyring.hmac("link key", "removed password", userId, passwordHash);

/**
 * Makes sure, before a password is removed, that a key which can sign in without it stays. The requirement holds until the account has
 * another password, also if the removal then fails: the log's two streams cannot change together.
 */
export async function requireKeys(
  { commandHandler, keyring }: Dependencies,
  { userId, passwordHash }: { userId: string; passwordHash: string },
  commandContext: CommandContext,
): Promise<Refused<"no-passkey" | HandlingReason> | null> {
  const requirementId = commandContext.newId("key requirement");
  const password = passwordDigest(keyring, userId, passwordHash);
  const outcome = await commandHandler.handle({
    decider: hardwareKeys,
    stream: hardwareKeysStream(userId),
    command: { type: "require", userId, requirementId, password },
    person: userId,
    commandContext: stepContext(commandContext),
  });
  return isRefused(outcome) ? keyRefusal(outcome, { "no-passkey": "no-passkey" }) : null;
}

/**
 * Ends the requirements of removed passwords if the account has another one now. A removal that is still running is of an earlier
 * password, so it is refused; one of the newest password has a requirement of its own, which stays.
 */
export async function makeKeysOptional(
  { commandHandler, keyring }: Dependencies,
  userId: string,
  commandContext: CommandContext,
): Promise<boolean> {
  const stream = hardwareKeysStream(userId);
  // Before the account: a password that is newer than these requirements is not one of them.
  const { requirements } = (await commandHandler.load(hardwareKeys, stream)).state;
  const { state } = await commandHandler.load(user, userStream(userId));
  if (state.status !== "registered" || state.passwordHash === null) return false;
  const current = passwordDigest(keyring, userId, state.passwordHash);
  const requirementIds = requirements.filter(({ password }) => password !== current).map(({ id }) => id);
  const outcome = await commandHandler.handle({
    decider: hardwareKeys,
    stream,
    command: { type: "make-optional", requirementIds },
    person: userId,
    commandContext: stepContext(commandContext),
  });
  return !isRefused(outcome);
}
