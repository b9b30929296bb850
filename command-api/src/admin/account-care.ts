import type { EventLog } from "@attestory/event-store/log/event-log.ts";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { attemptsStream, userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import type { UserCommand } from "../accounts/user-command.ts";
import type { RegisteredUser } from "../accounts/user-state.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { type HandlingReason, isHandlingReason } from "../handling/handling-reason.ts";
import { unlockCodes } from "../second-factors/unlock-codes.ts";
import { attemptHistory } from "../sign-in/attempt-history.ts";
import { type Attempts, accountKey } from "../sign-in/attempts.ts";
import { disownFactors } from "../sign-in/disown-factors.ts";
import { factorsAddedUntil } from "../sign-in/factors-added.ts";
import { removeSecondFactors } from "./remove-second-factors.ts";

/** What an admin does for the account of another user, or to it. */
export type Care = Extract<
  UserCommand,
  { type: "end-all-sessions" | "force-reset" | "request-verification" | "change-profile" }
>;

export type CareReason = "no-such-account" | "unverified" | "already-verified";
type Outcome = { position: bigint } | Refused<CareReason | HandlingReason>;
/** `isActive`: whether the account can get the email that this care sends. */
type Cared = { position: bigint; isActive: boolean } | Refused<CareReason | HandlingReason>;

const registeredUser = async (commandHandler: CommandHandler, userId: string): Promise<RegisteredUser | null> => {
  const { state } = await commandHandler.load(user, userStream(userId));
  return state.status === "registered" ? state : null;
};

export async function careFor(
  commandHandler: CommandHandler,
  { userId, care }: { userId: string; care: Care },
  commandContext: CommandContext,
): Promise<Cared> {
  const stream = userStream(userId);
  const owner = await registeredUser(commandHandler, userId);
  if (!owner) return { refused: "no-such-account" };
  if (care.type === "request-verification" && owner.emailVerified) return { refused: "already-verified" };
  const outcome = await commandHandler.handle({ decider: user, stream, command: care, person: userId, commandContext });
  if (!isRefused(outcome)) return { position: outcome.position, isActive: owner.isActive };
  const { refused } = outcome;
  if (refused === "not-verified") return { refused: "unverified" };
  return { refused: isHandlingReason(refused) ? refused : "no-such-account" };
}

interface LiftDependencies {
  commandHandler: CommandHandler;
  keyring: Keyring;
  attempts: Pick<Attempts, "lift">;
}

/** More guesses are recorded in the same stream meanwhile, and must not keep the admin from lifting. */
const mostTries = 60;

/** Ends the waits that wrong passwords and wrong codes have caused. */
export async function liftLimits(
  { commandHandler, keyring, attempts }: LiftDependencies,
  userId: string,
  commandContext: CommandContext,
): Promise<Outcome> {
  const owner = await registeredUser(commandHandler, userId);
  if (!owner || owner.email === null) return { refused: "no-such-account" };
  const outcome = await commandHandler.handle({
    decider: attemptHistory,
    stream: attemptsStream(userId),
    command: { type: "lift", userId },
    person: userId,
    commandContext,
    attempts: mostTries,
  });
  if (isRefused(outcome)) return { refused: isHandlingReason(outcome.refused) ? outcome.refused : "conflict" };
  await attempts.lift(accountKey(keyring, owner.email));
  return unlockCodes(commandHandler, userId, commandContext);
}

/**
 * Removes what the account signs in with besides the password, and ends its sessions. Safe to repeat: an interrupted removal is finished,
 * and what was added since the sessions ended stays.
 */
export async function removeFactors(
  { commandHandler, log }: { commandHandler: CommandHandler; log: EventLog },
  userId: string,
  commandContext: CommandContext,
): Promise<Outcome> {
  if (!(await registeredUser(commandHandler, userId))) return { refused: "no-such-account" };
  // First, so that no session of a removed passkey is left.
  const record = await commandHandler.findIdempotencyRecord(userStream(userId), commandContext);
  const conflict = record
    ? null
    : await removeSecondFactors(commandHandler, { userId, reason: "admin" }, commandContext);
  if (conflict) return conflict;
  const ended = await careFor(commandHandler, { userId, care: { type: "end-all-sessions" } }, commandContext);
  if (isRefused(ended)) return ended;
  // Again, for what a session added until it ended. That of the admin may have ended with them.
  const end = { userId, end: ended.position, isRepeat: record !== null };
  const periods = await factorsAddedUntil({ log, commandHandler }, end);
  const added = { userId, periods, reason: "admin" } as const;
  return disownFactors(commandHandler, added, { ...commandContext, outlivesAuthority: true });
}
