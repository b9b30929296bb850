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

/** From each budget, or from none of them: then the longest of their waits. */
export async function takeFromAll(charges: readonly (readonly [Budget, string])[]): Promise<Take> {
  const takes = await Promise.all(charges.map(([budget, key]) => budget.take(key)));
  const waits = takes.flatMap((take) => ("waitSeconds" in take ? [take.waitSeconds] : []));
  if (waits.length === 0) return takes.at(-1) ?? { taken: 0 };
  const taken = charges.filter((_, index) => "taken" in (takes[index] ?? {}));
  await Promise.all(taken.map(([budget, key]) => budget.giveBack(key)));
  return { waitSeconds: Math.max(...waits) };
}

const endless: Budget = {
  take: async () => ({ taken: 1 }),
  giveBack: async () => {},
  restore: async () => {},
};

/** `RATE_LIMITS=off`. */
export const noLimits: Budgets = { window: () => endless, delays: () => endless };
