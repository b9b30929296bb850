import { randomUUID } from "node:crypto";
import { setImmediate } from "node:timers/promises";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { attemptsStream } from "@attestory/events/envelope.ts";
import type { Intent } from "../handling/command-context.ts";
import type { Journal } from "../handling/command-handler.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import { canonicalEmail, emailStream } from "../identifiers/canonical.ts";
import {
  type Budget,
  type Budgets,
  type DelayRule,
  giveBackAll,
  takeFromAll,
  waitAfter,
} from "../rate-limits/rate-limiter.ts";
import { type AttemptCommand, attemptFacts, type Door } from "./attempt-facts.ts";

const guesses: DelayRule = { free: 5, longestSeconds: 900, forgetSeconds: 24 * 3600 };
const networkGuesses = 100;
const networkSeconds = 3600;
/** So many wrong current passwords end the session that they came from. */
const sessionGuesses = 10;

/** Somebody tries a secret of an account. */
export interface Guess {
  door: Door;
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

export interface TooManyAttempts extends Refused<"too-many-attempts"> {
  waitSeconds: number;
}

export type Judged = "right" | "wrong" | "busy" | { waitSeconds: number };

/** The one budget of all doors at which a secret of an account is asked. */
export interface Attempts {
  /**
   * Charges before `verify` runs, so that no more guesses than the limits allow are ever judged, also of many at once.
   * What was not judged is given back, and a right one is not counted.
   */
  judge(guess: Guess, intent: Intent, verify: () => Promise<boolean | "busy">): Promise<Judged>;
  /** After a wrong one from a session: whether there were so many that it has to end. */
  wearsOut(sessionId: string): Promise<boolean>;
  /** Whatever is under way has ended. */
  settled(): Promise<void>;
}

export function createAttempts(
  budgets: Budgets,
  journal: Pick<Journal, "handle">,
  onTrouble: (error: unknown) => void,
): Attempts {
  const accounts = budgets.delays("account attempts", guesses);
  const devices = budgets.delays("device attempts", guesses);
  const networks = budgets.window("network attempts", networkGuesses, networkSeconds);
  const sessions = budgets.window("session attempts", sessionGuesses, guesses.forgetSeconds);
  let told = Promise.resolve();

  /**
   * Off the answer's path: an address that somebody has must not take longer than one that nobody has. One after the other, so
   * that guesses which come at once do not keep each other from being told.
   */
  const tell = (command: AttemptCommand, intent: Intent) => {
    const { userId } = command;
    // A fact of its own: neither the idempotency key of the request is its, nor does it end with the session that guessed.
    const own = { ...intent, commandId: randomUUID(), fingerprint: null, sessionId: null };
    const order = { decider: attemptFacts, stream: attemptsStream(userId), command, person: userId, intent: own };
    told = told
      .then(() => setImmediate())
      .then(() => journal.handle(order))
      .then((outcome) => {
        if (isRefused(outcome)) throw new Error(`a guess was not noted: ${outcome.refused}`);
      })
      .catch(onTrouble);
  };

  const wrong = ({ userId, door, device }: Guess, taken: number, intent: Intent) => {
    if (userId === null) return;
    const seconds = waitAfter(guesses, taken);
    const longest = seconds === guesses.longestSeconds;
    tell({ type: "wrong", userId, door, knownDevice: device !== null, seconds, longest, now: intent.now }, intent);
  };

  const right = async ({ userId, device }: Guess, own: Charge, others: readonly Charge[], intent: Intent) => {
    await own[0].restore(own[1]);
    await giveBackAll(others);
    if (userId !== null && device === null) tell({ type: "right", userId }, intent);
  };

  return {
    async judge(guess, intent, verify) {
      // A device that the person has signed in on has a budget of its own, so that nobody can lock the person out of it.
      const own: Charge = guess.device === null ? [accounts, guess.account] : [devices, guess.device];
      const others: Charge[] = guess.device === null ? [[networks, guess.network]] : [];
      const take = await takeFromAll([own, ...others]);
      if ("waitSeconds" in take) return take;
      const verdict = await verify().catch(async (error) => {
        await giveBackAll([own, ...others]);
        throw error;
      });
      if (verdict === "busy") await giveBackAll([own, ...others]);
      else if (verdict) await right(guess, own, others, intent);
      else wrong(guess, take.taken, intent);
      return verdict === "busy" ? verdict : verdict ? "right" : "wrong";
    },
    async wearsOut(sessionId) {
      const take = await sessions.take(sessionId);
      return "waitSeconds" in take || take.taken >= sessionGuesses;
    },
    settled: () => told,
  };
}

type Charge = readonly [Budget, string];
