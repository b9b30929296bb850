import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { windowPerNetwork } from "@attestory/http/security/window-per-network.ts";
import {
  type Consumption,
  consumeAll,
  type DelayRule,
  type RateLimit,
  type RateLimiter,
  refundAll,
  waitAfter,
} from "@attestory/runtime/rate-limits/rate-limiter.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { canonicalEmail, emailStream } from "../identifiers/canonical.ts";
import type { AttemptKind } from "./attempt-history.ts";
import { createAttemptRecorder } from "./record-attempts.ts";
import { limitRightPasswords } from "./right-passwords.ts";

const guesses: DelayRule = { free: 5, longestSeconds: 900, forgetSeconds: 24 * 3600 };
const networkGuesses = { limit: 100, seconds: 3600 };
/** Emails with an unlock link to one user. */
const unlockEmails = 4;
const unlockEmailSeconds = 24 * 3600;
/** This many wrong current passwords end the session that they came from. */
const sessionGuesses = 10;

/** One attempt at an account's password. */
export interface PasswordAttempt {
  door: AttemptKind;
  /** The key of the account, the same for every kind of attempt and for addresses without an account: see `accountKey`. */
  account: string;
  /** The user whose attempts the log records; null if the address has no account. */
  userId: string | null;
  /** As returned by `networkOf`. */
  network: string;
  /** The id of the user's known device; null if the request does not prove one. */
  device: string | null;
}

/** Digest of the canonical address. Addresses without an account are counted like any other, and no address is stored. */
export const accountKey = (keyring: Keyring, email: string): string =>
  emailStream(keyring, canonicalEmail(email) ?? email.toLowerCase());

export type AttemptOutcome = "right" | "wrong" | "busy" | { waitSeconds: number };

/** The rate limits shared by every route that checks a password. */
export interface Attempts {
  /**
   * Charges the limits before `verify` runs, so that concurrent attempts never exceed them. Refunds an attempt that was
   * not verified. A right password is not counted as an attempt. Beyond the limit of right passwords it is refused and
   * counted like a wrong one.
   */
  throttle(
    attempt: PasswordAttempt,
    commandContext: CommandContext,
    verify: () => Promise<boolean | "busy">,
  ): Promise<AttemptOutcome>;
  /** Ends the wait of an account, and makes its free attempts available again. */
  lift(account: string): Promise<void>;
  /** Whether a sign-in at an account may make one more browser a known device. */
  admitsDevice(account: string): Promise<boolean>;
  /** Counts a wrong password from a session. True if the session has had so many that it must end. */
  exhausts(sessionId: string): Promise<boolean>;
  /** Resolves when all pending appends have ended. */
  settled(): Promise<void>;
}

export interface AttemptsDependencies {
  rateLimiter: RateLimiter;
  commandHandler: Pick<CommandHandler, "handle" | "load">;
  /** Consumes one from the limit on all unlock emails; false if none is left. */
  maySend(): Promise<boolean>;
  reportError(error: unknown): void;
}

export function createAttempts({ rateLimiter, commandHandler, maySend, reportError }: AttemptsDependencies): Attempts {
  const accounts = rateLimiter.delays("account attempts", guesses);
  const devices = rateLimiter.delays("device attempts", guesses);
  const networks = windowPerNetwork(rateLimiter, "network attempts", networkGuesses);
  const sessions = rateLimiter.window("session attempts", sessionGuesses, guesses.forgetSeconds);
  const rightPasswords = limitRightPasswords(rateLimiter);
  const emails = rateLimiter.window("unlock emails to a user", unlockEmails, unlockEmailSeconds);

  const mayEmail = async (userId: string): Promise<boolean> => {
    if ("waitSeconds" in (await emails.consume(userId))) return false;
    if (await maySend()) return true;
    await emails.refund(userId);
    return false;
  };
  const recorder = createAttemptRecorder({ commandHandler, mayEmail, reportError });

  /** A known device has a rate limit of its own, so that attackers cannot lock its owner out of it. */
  const chargesOf = ({ account, device, network }: PasswordAttempt): Charges =>
    device === null
      ? { own: [accounts, account], shared: [[networks, network]] }
      : { own: [devices, device], shared: [] };

  /** A right password is not counted. */
  const acceptRight = async (attempt: PasswordAttempt, { own, shared }: Charges, commandContext: CommandContext) => {
    const { userId, device } = attempt;
    const [rateLimit, key] = own;
    await rateLimit.reset(key);
    await refundAll(shared);
    if (userId !== null && device === null) recorder.record({ type: "record-right-password", userId }, commandContext);
  };

  const recordWrong = ({ userId, door, device }: PasswordAttempt, consumed: number, commandContext: CommandContext) => {
    if (userId === null) return;
    const seconds = waitAfter(guesses, consumed);
    const longest = seconds === guesses.longestSeconds;
    const { now } = commandContext;
    recorder.record(
      { type: "record-wrong-password", userId, door, knownDevice: device !== null, seconds, longest, now },
      commandContext,
    );
  };

  return {
    async throttle(attempt, commandContext, verify) {
      const charges = chargesOf(attempt);
      const all = [charges.own, ...charges.shared];
      const consumption = await consume(charges);
      if ("waitSeconds" in consumption) return consumption;
      const verdict = await verify().catch(async (error) => {
        await refundAll(all);
        throw error;
      });
      if (verdict === "busy") {
        await refundAll(all);
        return "busy";
      }
      if (!verdict) {
        recordWrong(attempt, consumption.consumed, commandContext);
        return "wrong";
      }
      // Consumed after hashing: an answer that depended on it before would reveal that the address has an account.
      const right = await rightPasswords.consume(attempt);
      if ("waitSeconds" in right) return right;
      await acceptRight(attempt, charges, commandContext);
      return "right";
    },
    admitsDevice: rightPasswords.admitsDevice,
    lift: (account) => accounts.reset(account),
    async exhausts(sessionId) {
      const consumption = await sessions.consume(sessionId);
      return "waitSeconds" in consumption || consumption.consumed >= sessionGuesses;
    },
    settled: recorder.settled,
  };
}

type Charge = readonly [RateLimit, string];

/** What an attempt consumes: a point of the account or device, and of what others share with it. */
interface Charges {
  own: Charge;
  shared: readonly Charge[];
}

/**
 * The network is charged first, also for an attempt that the account then refuses: a client that tries during the wait uses up its own
 * network, and never the account. An attempt that the network refuses does not touch the account.
 */
async function consume({ own, shared }: Charges): Promise<Consumption> {
  const fromShared = await consumeAll(shared);
  if ("waitSeconds" in fromShared) return fromShared;
  const [rateLimit, key] = own;
  return rateLimit.consume(key);
}
