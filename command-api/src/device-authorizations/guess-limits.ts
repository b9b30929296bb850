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
/** Of a user where strangers have used up those of all. Not of a session: one account can begin many. */
const beyondAll = { limit: 2, seconds: hour };

export interface Guesser {
  userId: string;
  sessionId: string;
  network: string;
}

type Charge = [RateLimit, string];

/** Limits wrong user codes. A right one costs nothing. */
export interface GuessLimits {
  /** `guess`: null if the code is wrong. */
  guess<Found>(guesser: Guesser, guess: () => Promise<Found | null>): Promise<Found | null | TooManyAttempts>;
}

export function createGuessLimits(rateLimiter: RateLimiter): GuessLimits {
  const sessions = rateLimiter.window("wrong user codes of a session", ofSession.limit, ofSession.seconds);
  const networks = windowPerNetwork(rateLimiter, "wrong user codes from a network", ofNetwork);
  const all = rateLimiter.window("wrong user codes in all", inAll.limit, inAll.seconds);
  const users = rateLimiter.window("wrong user codes of a user beyond all", beyondAll.limit, beyondAll.seconds);

  /** Consumes a guess of all, or one that the user has beyond them. */
  const consumeShare = async (userId: string): Promise<{ share: Charge } | { waitSeconds: number }> => {
    const ofAll = await all.consume("all");
    if (!("waitSeconds" in ofAll)) return { share: [all, "all"] };
    const ofUser = await users.consume(userId);
    if (!("waitSeconds" in ofUser)) return { share: [users, userId] };
    return { waitSeconds: Math.min(ofAll.waitSeconds, ofUser.waitSeconds) };
  };

  return {
    async guess({ userId, sessionId, network }, guess) {
      const own: Charge[] = [
        [sessions, sessionId],
        [networks, network],
      ];
      const consumption = await consumeAll(own);
      if ("waitSeconds" in consumption) return { refused: "too-many-attempts", ...consumption };
      const shared = await consumeShare(userId);
      if ("waitSeconds" in shared) {
        await refundAll(own);
        return { refused: "too-many-attempts", ...shared };
      }
      const found = await guess();
      if (found !== null) await refundAll([...own, shared.share]);
      return found;
    },
  };
}
