import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { attemptsStream } from "@attestory/events/envelope.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { isRefused } from "../handling/decider.ts";
import { canonicalEmail, emailStream } from "../identifiers/canonical.ts";
import {
  consumeAll,
  type DelayRule,
  type RateLimit,
  type RateLimiter,
  refundAll,
  waitAfter,
} from "../rate-limits/rate-limiter.ts";
import { type AttemptCommand, type AttemptKind, attemptHistory } from "./attempt-history.ts";

const guesses: DelayRule = { free: 5, longestSeconds: 900, forgetSeconds: 24 * 3600 };
const networkGuesses = 100;
const networkSeconds = 3600;
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
   * not verified. A right password is not counted.
   */
  throttle(
    attempt: PasswordAttempt,
    commandContext: CommandContext,
    verify: () => Promise<boolean | "busy">,
  ): Promise<AttemptOutcome>;
  /** Counts a wrong password from a session. True if the session has had so many that it must end. */
  exhausts(sessionId: string): Promise<boolean>;
  /** Resolves when all pending appends have ended. */
  settled(): Promise<void>;
}

export function createAttempts(
  rateLimiter: RateLimiter,
  commandHandler: Pick<CommandHandler, "handle">,
  reportError: (error: unknown) => void,
): Attempts {
  const accounts = rateLimiter.delays("account attempts", guesses);
  const devices = rateLimiter.delays("device attempts", guesses);
  const networks = rateLimiter.window("network attempts", networkGuesses, networkSeconds);
  const sessions = rateLimiter.window("session attempts", sessionGuesses, guesses.forgetSeconds);
  let told = Promise.resolve();

  /**
   * Appends without delaying the answer: an address with an account must not take longer than one without. Appends run one after
   * the other, so that concurrent attempts do not conflict with each other.
   */
  const tell = (command: AttemptCommand, commandContext: CommandContext) => {
    const { userId } = command;
    // A separate event: it has no idempotency key, and is recorded even if the session that made the attempt has ended.
    const own = { ...commandContext, commandId: randomUUID(), fingerprint: null, sessionId: null };
    const order = {
      decider: attemptHistory,
      stream: attemptsStream(userId),
      command,
      person: userId,
      commandContext: own,
    };
    told = told
      .then(() => setImmediate())
      .then(() => commandHandler.handle(order))
      .then((outcome) => {
        if (isRefused(outcome)) throw new Error(`a guess was not noted: ${outcome.refused}`);
      })
      .catch(reportError);
  };

  const wrong = ({ userId, door, device }: PasswordAttempt, consumed: number, commandContext: CommandContext) => {
    if (userId === null) return;
    const seconds = waitAfter(guesses, consumed);
    const longest = seconds === guesses.longestSeconds;
    tell(
      {
        type: "record-wrong-password",
        userId,
        door,
        knownDevice: device !== null,
        seconds,
        longest,
        now: commandContext.now,
      },
      commandContext,
    );
  };

  const right = async (
    { userId, device }: PasswordAttempt,
    own: Charge,
    others: readonly Charge[],
    commandContext: CommandContext,
  ) => {
    await own[0].reset(own[1]);
    await refundAll(others);
    if (userId !== null && device === null) tell({ type: "record-right-password", userId }, commandContext);
  };

  return {
    async throttle(attempt, commandContext, verify) {
      // A known device has a rate limit of its own, so that attackers cannot lock its owner out of it.
      const own: Charge = attempt.device === null ? [accounts, attempt.account] : [devices, attempt.device];
      const others: Charge[] = attempt.device === null ? [[networks, attempt.network]] : [];
      const consumption = await consumeAll([own, ...others]);
      if ("waitSeconds" in consumption) return consumption;
      const verdict = await verify().catch(async (error) => {
        await refundAll([own, ...others]);
        throw error;
      });
      if (verdict === "busy") await refundAll([own, ...others]);
      else if (verdict) await right(attempt, own, others, commandContext);
      else wrong(attempt, consumption.consumed, commandContext);
      return verdict === "busy" ? verdict : verdict ? "right" : "wrong";
    },
    async exhausts(sessionId) {
      const consumption = await sessions.consume(sessionId);
      return "waitSeconds" in consumption || consumption.consumed >= sessionGuesses;
    },
    settled: () => told,
  };
}

type Charge = readonly [RateLimit, string];
