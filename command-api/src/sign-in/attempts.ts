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
import { type AttemptCommand, type AttemptKind, attemptFacts } from "./attempt-facts.ts";

const guesses: DelayRule = { free: 5, longestSeconds: 900, forgetSeconds: 24 * 3600 };
const networkGuesses = 100;
const networkSeconds = 3600;
/** So many wrong current passwords end the session that they came from. */
const sessionGuesses = 10;

/** Somebody tries a secret of an account. */
export interface PasswordAttempt {
  door: AttemptKind;
  /** Names the account on every door alike, also one that nobody has: see `accountKey`. */
  account: string;
  /** Whose attempts are told in the log; null for nobody's. */
  userId: string | null;
  /** As `networkOf` gives it. */
  network: string;
  /** The id of the person's device, where it is proven. */
  device: string | null;
}

/** As `canonicalEmail` gives it, as a digest: an address that nobody has is counted like any other, and none is kept. */
export const accountKey = (keyring: Keyring, email: string): string =>
  emailStream(keyring, canonicalEmail(email) ?? email.toLowerCase());

export type AttemptOutcome = "right" | "wrong" | "busy" | { waitSeconds: number };

/** The one budget of all doors at which a secret of an account is asked. */
export interface Attempts {
  /**
   * Charges before `verify` runs, so that no more guesses than the limits allow are ever judged, also of many at once.
   * What was not judged is given back, and a right one is not counted.
   */
  throttle(
    attempt: PasswordAttempt,
    commandContext: CommandContext,
    verify: () => Promise<boolean | "busy">,
  ): Promise<AttemptOutcome>;
  /** After a wrong one from a session: whether there were so many that it has to end. */
  exhausts(sessionId: string): Promise<boolean>;
  /** Whatever is under way has ended. */
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
   * Off the answer's path: an address that somebody has must not take longer than one that nobody has. One after the other, so
   * that guesses which come at once do not keep each other from being told.
   */
  const tell = (command: AttemptCommand, commandContext: CommandContext) => {
    const { userId } = command;
    // A fact of its own: neither the idempotency key of the request is its, nor does it end with the session that guessed.
    const own = { ...commandContext, commandId: randomUUID(), fingerprint: null, sessionId: null };
    const order = {
      decider: attemptFacts,
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

  const wrong = ({ userId, door, device }: PasswordAttempt, taken: number, commandContext: CommandContext) => {
    if (userId === null) return;
    const seconds = waitAfter(guesses, taken);
    const longest = seconds === guesses.longestSeconds;
    tell(
      { type: "wrong", userId, door, knownDevice: device !== null, seconds, longest, now: commandContext.now },
      commandContext,
    );
  };

  const right = async (
    { userId, device }: PasswordAttempt,
    own: Charge,
    others: readonly Charge[],
    commandContext: CommandContext,
  ) => {
    await own[0].restore(own[1]);
    await refundAll(others);
    if (userId !== null && device === null) tell({ type: "right", userId }, commandContext);
  };

  return {
    async throttle(attempt, commandContext, verify) {
      // A device that the person has signed in on has a budget of its own, so that nobody can lock the person out of it.
      const own: Charge = attempt.device === null ? [accounts, attempt.account] : [devices, attempt.device];
      const others: Charge[] = attempt.device === null ? [[networks, attempt.network]] : [];
      const take = await consumeAll([own, ...others]);
      if ("waitSeconds" in take) return take;
      const verdict = await verify().catch(async (error) => {
        await refundAll([own, ...others]);
        throw error;
      });
      if (verdict === "busy") await refundAll([own, ...others]);
      else if (verdict) await right(attempt, own, others, commandContext);
      else wrong(attempt, take.taken, commandContext);
      return verdict === "busy" ? verdict : verdict ? "right" : "wrong";
    },
    async exhausts(sessionId) {
      const take = await sessions.take(sessionId);
      return "waitSeconds" in take || take.taken >= sessionGuesses;
    },
    settled: () => told,
  };
}

type Charge = readonly [RateLimit, string];
