import type { Clock } from "@attestory/event-store/clock.ts";
import { type Consumption, type RateLimit, type RateLimiter, waitAfter } from "./rate-limiter.ts";

/**
 * The most keys that one rate limit keeps. It forgets a key that was not used while half as many others were: see
 * docs/decisions/attempt-limits.md.
 */
export const mostKeys = 100_000;

interface Count {
  consumed: number;
  /** Milliseconds since the epoch. Attempts before this time are refused. */
  freeAt: number;
  forgetAt: number;
}

/** Computes the new count after one more point was consumed. */
type Rule = (consumed: number, nowMs: number, before: Count | undefined) => Count;

/** Counts in the memory of this process: exact, bounded, lost when the process ends. */
export const inProcessRateLimiter = (now: Clock): RateLimiter => ({
  window: (_, limit, seconds) =>
    rateLimit(now, (consumed, nowMs, before) => {
      const forgetAt = before?.forgetAt ?? nowMs + seconds * 1000;
      return { consumed, forgetAt, freeAt: consumed >= limit ? forgetAt : 0 };
    }),
  delays: (_, rule) =>
    rateLimit(now, (consumed, nowMs) => ({
      consumed,
      forgetAt: nowMs + rule.forgetSeconds * 1000,
      freeAt: nowMs + waitAfter(rule, consumed) * 1000,
    })),
});

function rateLimit(now: Clock, after: Rule): RateLimit {
  const counts = recentCounts();

  const consume = (key: string): Consumption => {
    const nowMs = now().getTime();
    const known = counts.get(key);
    const count = known && known.forgetAt > nowMs ? known : undefined;
    if (count && count.freeAt > nowMs) {
      counts.set(key, count); // a refused attempt keeps the key in use
      return { waitSeconds: Math.ceil((count.freeAt - nowMs) / 1000) };
    }
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
    reset: async (key) => counts.delete(key),
  };
}

/**
 * Two Maps, of which the older one is dropped whole. Finding the oldest key of a single Map means skipping all deleted entries
 * before it each time: a flood of keys would take minutes.
 */
function recentCounts() {
  let [recent, older] = [new Map<string, Count>(), new Map<string, Count>()];
  return {
    get: (key: string) => recent.get(key) ?? older.get(key),
    set(key: string, count: Count) {
      older.delete(key);
      recent.set(key, count);
      if (recent.size >= mostKeys / 2) [recent, older] = [new Map(), recent];
    },
    delete(key: string) {
      recent.delete(key);
      older.delete(key);
    },
  };
}
