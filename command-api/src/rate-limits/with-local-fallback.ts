import type { RateLimit, RateLimiter } from "./rate-limiter.ts";

const half = (count: number) => Math.max(1, Math.floor(count / 2));

/**
 * Budgets that all processes share, and stricter ones of this process while those cannot be reached: half as many, which are
 * charged along all the time and for what was refused too, so that an outage gives nobody a fresh start. Never without a limit, and never an error.
 * @param onTrouble hears once of each outage
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
    async take(key) {
      const theirs = one.take(key);
      const ours = other.take(key);
      try {
        const take = await theirs;
        back();
        return take;
      } catch (error) {
        hears(error);
        return ours;
      }
    },
    refund: (key) => both(one.refund(key), other.refund(key)),
    restore: (key) => both(one.restore(key), other.restore(key)),
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
