import { windowPerNetwork } from "@attestory/http/security/window-per-network.ts";
import {
  consumeAll,
  type RateLimit,
  type RateLimiter,
  refundAll,
} from "@attestory/runtime/rate-limits/rate-limiter.ts";
import type { TooManyAttempts } from "../handling/answer-refusal.ts";

const hour = 3600;
/** Wrong codes: see docs/decisions/sign-in-on-a-device.md for what a stranger may hope for. */
const ofSession = { limit: 10, seconds: hour };
const ofNetwork = { limit: 50, seconds: hour };
const inAll = { limit: 10_000, seconds: hour };

export interface Guesser {
  sessionId: string;
  network: string;
}

/** Limits wrong user codes. A right one costs nothing. */
export interface GuessLimits {
  /** `guess`: null if the code is wrong. */
  guess<Found>(guesser: Guesser, guess: () => Promise<Found | null>): Promise<Found | null | TooManyAttempts>;
}

export function createGuessLimits(rateLimiter: RateLimiter): GuessLimits {
  const sessions = rateLimiter.window("wrong user codes of a session", ofSession.limit, ofSession.seconds);
  const networks = windowPerNetwork(rateLimiter, "wrong user codes from a network", ofNetwork);
  const all = rateLimiter.window("wrong user codes in all", inAll.limit, inAll.seconds);
  return {
    async guess({ sessionId, network }, guess) {
      const charges: [RateLimit, string][] = [
        [sessions, sessionId],
        [networks, network],
        [all, "all"],
      ];
      const consumption = await consumeAll(charges);
      if ("waitSeconds" in consumption) return { refused: "too-many-attempts", ...consumption };
      const found = await guess();
      if (found !== null) await refundAll(charges);
      return found;
    },
  };
}
