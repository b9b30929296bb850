/** One of something was taken, and `taken` of it are; or it may be tried again in so many seconds, and nothing was taken. */
export type Consumption = { taken: number } | { waitSeconds: number };

/** How often something may be done under one key. A key is an id or a digest, never what a person typed. */
export interface RateLimit {
  /** Atomic: of any number at the same moment, no more than there are get one. */
  take(key: string): Promise<Consumption>;
  /** For what was taken and not used. */
  refund(key: string): Promise<void>;
  /** All of it is there again. */
  restore(key: string): Promise<void>;
}

/** Where the counts are kept. Each budget has a name of its own. */
export interface RateLimiter {
  /** So many in a window, which begins with the first. */
  window(name: string, limit: number, seconds: number): RateLimit;
  /** So many at once, then one after each wait; forgotten when none was taken for `forgetSeconds`. */
  delays(name: string, rule: DelayRule): RateLimit;
}

export interface DelayRule {
  free: number;
  longestSeconds: number;
  forgetSeconds: number;
}

/** The wait before the next one: a second when `free` were taken, and for each further one twice as long, up to the longest. */
export const waitAfter = ({ free, longestSeconds }: DelayRule, taken: number): number =>
  taken < free ? 0 : Math.min(longestSeconds, 2 ** Math.min(30, taken - free));

/**
 * From each budget or from none, one after the other, so that what the first refuses is never charged to the next. Gives the
 * first one's count, or the wait of the one that refused.
 */
export async function consumeAll(charges: readonly (readonly [RateLimit, string])[]): Promise<Consumption> {
  const takes: Consumption[] = [];
  for (const [index, [rateLimit, key]] of charges.entries()) {
    const take = await rateLimit.take(key);
    if ("waitSeconds" in take) {
      await refundAll(charges.slice(0, index));
      return take;
    }
    takes.push(take);
  }
  return takes[0] ?? { taken: 0 };
}

/** For what was taken of each and not used. */
export async function refundAll(charges: readonly (readonly [RateLimit, string])[]): Promise<void> {
  await Promise.all(charges.map(([rateLimit, key]) => rateLimit.refund(key)));
}

const endless: RateLimit = {
  take: async () => ({ taken: 1 }),
  refund: async () => {},
  restore: async () => {},
};

/** `RATE_LIMITS=off`. */
export const unlimited: RateLimiter = { window: () => endless, delays: () => endless };
