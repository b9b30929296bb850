/** One point was consumed and `consumed` are in use, or nothing was consumed: retry after `waitSeconds`. */
export type Consumption = { consumed: number } | { waitSeconds: number };

/** Limits how often an action is allowed per key. A key is an id or a digest, never user input. */
export interface RateLimit {
  /** Consumes one point. Atomic: concurrent calls never consume more points than the limit allows. */
  consume(key: string): Promise<Consumption>;
  /** Returns one consumed point that was not used. */
  refund(key: string): Promise<void>;
  /** Makes all points available again. */
  reset(key: string): Promise<void>;
}

/** Stores the counts. Each rate limit has a name of its own: two of one name are the same. */
export interface RateLimiter {
  /** Allows `limit` per window of `seconds`. The window begins with its first point. */
  window(name: string, limit: number, seconds: number): RateLimit;
  /** Allows `free` at once, then one after each wait. The count is forgotten once none was consumed for `forgetSeconds`. */
  delays(name: string, rule: DelayRule): RateLimit;
}

export interface DelayRule {
  free: number;
  longestSeconds: number;
  forgetSeconds: number;
}

/** Seconds to wait before the next one: 1 once `free` were consumed, doubling with each further one up to `longestSeconds`. */
export const waitAfter = ({ free, longestSeconds }: DelayRule, consumed: number): number =>
  consumed < free ? 0 : Math.min(longestSeconds, 2 ** Math.min(30, consumed - free));

/**
 * Consumes one point of every rate limit or of none. Asks them in order, so an attempt that the first refuses is never charged to
 * the next. Returns the first one's count, or the wait of the one that refused.
 */
export async function consumeAll(charges: readonly (readonly [RateLimit, string])[]): Promise<Consumption> {
  const consumptions: Consumption[] = [];
  for (const [index, [rateLimit, key]] of charges.entries()) {
    const consumption = await rateLimit.consume(key);
    if ("waitSeconds" in consumption) {
      await refundAll(charges.slice(0, index));
      return consumption;
    }
    consumptions.push(consumption);
  }
  return consumptions[0] ?? { consumed: 0 };
}

/** Refunds one unused point of every rate limit. */
export async function refundAll(charges: readonly (readonly [RateLimit, string])[]): Promise<void> {
  await Promise.all(charges.map(([rateLimit, key]) => rateLimit.refund(key)));
}

const endless: RateLimit = {
  consume: async () => ({ consumed: 1 }),
  refund: async () => {},
  reset: async () => {},
};

/** The rate limiter for `RATE_LIMITS=off`. */
export const unlimited: RateLimiter = { window: () => endless, delays: () => endless };
