import { LRUCache } from "lru-cache";
import { type Consumption, type RateLimit, type RateLimiter, waitAfter } from "./rate-limiter.ts";

/** The most keys that one rate limit keeps. It forgets the key that was unused for longest: see docs/decisions/attempt-limits.md. */
export const mostKeys = 75_000;

interface Count {
  consumed: number;
  /** Milliseconds since the epoch. Attempts before this time are refused. */
  freeAt: number;
  forgetAt: number;
}

/** Computes the new count after one more point was consumed. */
type Rule = (consumed: number, nowMs: number, before: Count | undefined) => Count;

/** Counts in the memory of this process: exact, bounded, lost when the process ends. */
export function inProcessRateLimiter(now: () => Date): RateLimiter {
  const limits = new Map<string, RateLimit>();
  const named = (name: string, rule: Rule): RateLimit => {
    const limit = limits.get(name) ?? rateLimit(now, rule);
    limits.set(name, limit);
    return limit;
  };
  return {
    window: (name, limit, seconds) =>
      named(name, (consumed, nowMs, before) => {
        const forgetAt = before?.forgetAt ?? nowMs + seconds * 1000;
        return { consumed, forgetAt, freeAt: consumed >= limit ? forgetAt : 0 };
      }),
    delays: (name, rule) =>
      named(name, (consumed, nowMs) => ({
        consumed,
        forgetAt: nowMs + rule.forgetSeconds * 1000,
        freeAt: nowMs + waitAfter(rule, consumed) * 1000,
      })),
  };
}

function rateLimit(now: () => Date, after: Rule): RateLimit {
  // Not `max`, for which the cache would reserve its memory at once, also for a limit that few keys use.
  const counts = new LRUCache<string, Count>({ maxSize: mostKeys, sizeCalculation: () => 1 });

  const consume = (key: string): Consumption => {
    const nowMs = now().getTime();
    // A refused attempt keeps the key in use, too.
    const known = counts.get(key);
    const count = known && known.forgetAt > nowMs ? known : undefined;
    if (count && count.freeAt > nowMs) return { waitSeconds: Math.ceil((count.freeAt - nowMs) / 1000) };
    const consumed = (count?.consumed ?? 0) + 1;
    counts.set(key, after(consumed, nowMs, count));
    return { consumed };
  };

  const refund = (key: string) => {
    const count = counts.get(key);
    if (!count) return;
    if (count.consumed <= 1) counts.delete(key);
    else counts.set(key, { ...count, consumed: count.consumed - 1, freeAt: 0 });
  };

  return {
    consume: async (key) => consume(key),
    refund: async (key) => refund(key),
    reset: async (key) => void counts.delete(key),
  };
}
