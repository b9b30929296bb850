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
  let isUnavailable = false;
  const noteOutage = (error: unknown) => {
    if (!isUnavailable) reportError(error);
    isUnavailable = true;
  };
  const onBoth = async (onShared: Promise<void>, onOwn: Promise<void>) => {
    await Promise.all([onShared.catch(noteOutage), onOwn]);
  };
  const withFallback = (sharedLimit: RateLimit, ownLimit: RateLimit): RateLimit => ({
    async consume(key) {
      const fromShared = sharedLimit.consume(key);
      const fromOwn = ownLimit.consume(key);
      try {
        const consumption = await fromShared;
        isUnavailable = false;
        return consumption;
      } catch (error) {
        noteOutage(error);
        return fromOwn;
      }
    },
    refund: (key) => onBoth(sharedLimit.refund(key), ownLimit.refund(key)),
    reset: (key) => onBoth(sharedLimit.reset(key), ownLimit.reset(key)),
  });
  return {
    window: (name, limit, seconds) =>
      withFallback(shared.window(name, limit, seconds), own.window(name, half(limit), seconds)),
    delays: (name, rule) =>
      withFallback(shared.delays(name, rule), own.delays(name, { ...rule, free: half(rule.free) })),
  };
}
