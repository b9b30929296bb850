/** One of something was taken, and `taken` of it are; or it may be tried again in so many seconds, and nothing was taken. */
export type Take = { taken: number } | { waitSeconds: number };

/** How often something may be done under one key. A key is an id or a digest, never what a person typed. */
export interface Budget {
  /** Atomic: of any number at the same moment, no more than there are get one. */
  take(key: string): Promise<Take>;
  /** For what was taken and not used. */
  giveBack(key: string): Promise<void>;
  /** All of it is there again. */
  restore(key: string): Promise<void>;
}

/** Where the counts are kept. Each budget has a name of its own. */
export interface Budgets {
  /** So many in a window, which begins with the first. */
  window(name: string, limit: number, seconds: number): Budget;
  /** So many at once, then one after each wait; forgotten when none was taken for `forgetSeconds`. */
  delays(name: string, rule: DelayRule): Budget;
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
export async function takeFromAll(charges: readonly (readonly [Budget, string])[]): Promise<Take> {
  const takes: Take[] = [];
  for (const [index, [budget, key]] of charges.entries()) {
    const take = await budget.take(key);
    if ("waitSeconds" in take) {
      await giveBackAll(charges.slice(0, index));
      return take;
    }
    takes.push(take);
  }
  return takes[0] ?? { taken: 0 };
}

/** For what was taken of each and not used. */
export async function giveBackAll(charges: readonly (readonly [Budget, string])[]): Promise<void> {
  await Promise.all(charges.map(([budget, key]) => budget.giveBack(key)));
}

const endless: Budget = {
  take: async () => ({ taken: 1 }),
  giveBack: async () => {},
  restore: async () => {},
};

/** `RATE_LIMITS=off`. */
export const noLimits: Budgets = { window: () => endless, delays: () => endless };
