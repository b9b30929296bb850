import type { RateLimit, RateLimiter } from "./rate-limiter.ts";

const half = (count: number) => Math.max(1, Math.floor(count / 2));

/**
 * Uses rate limits that all processes share, and stricter local ones while those are unavailable. The local limits are half as high
 * and are charged all the time, also for refused attempts, so that an outage does not reset anyone's count. Never unlimited and
 * never an error.
 * @param reportError called once for each outage
 */
export function withLocalFallback(
  shared: RateLimiter,
  own: RateLimiter,
  reportError: (error: unknown) => void,
): RateLimiter {
  let away = false;
  const hears = (error: unknown) => {
    if (!away) reportError(error);
    away = true;
  };
  const back = () => {
    away = false;
  };
  const insured = (one: RateLimit, other: RateLimit): RateLimit => ({
    async consume(key) {
      const theirs = one.consume(key);
      const ours = other.consume(key);
      try {
        const consumption = await theirs;
        back();
        return consumption;
      } catch (error) {
        hears(error);
        return ours;
      }
    },
    refund: (key) => both(one.refund(key), other.refund(key)),
    reset: (key) => both(one.reset(key), other.reset(key)),
  });
  const both = async (theirs: Promise<void>, ours: Promise<void>) => {
    await Promise.all([theirs.catch(hears), ours]);
  };
  return {
    window: (name, limit, seconds) =>
      insured(shared.window(name, limit, seconds), own.window(name, half(limit), seconds)),
    delays: (name, rule) => insured(shared.delays(name, rule), own.delays(name, { ...rule, free: half(rule.free) })),
  };
}
