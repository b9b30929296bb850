/** The most posts to one application at once, and to one that answered slowly or not at all a moment ago. */
const atOnce = 4;
const atOnceIfSlow = 1;
const slowMs = 1000;
/** How long an application counts as slow. */
const slowForMs = 60_000;

/** Does work for one application if it has not too much of it already. Null: it has. */
export type FairShare = <Result>(applicationId: string, work: () => Promise<Result>) => Promise<Result | null>;

/** Keeps a place free for the other applications, however long one of them takes for its answers, and however many it gets. */
export function createFairShare(now: () => number = () => performance.now()): FairShare {
  const running = new Map<string, number>();
  const slowUntil = new Map<string, number>();
  const runningOf = (id: string) => running.get(id) ?? 0;
  const isSlow = (id: string) => (slowUntil.get(id) ?? 0) > now();
  const begin = (id: string) => void running.set(id, runningOf(id) + 1);
  const end = (id: string, startedAt: number) => {
    if (runningOf(id) > 1) running.set(id, runningOf(id) - 1);
    else running.delete(id);
    if (now() - startedAt >= slowMs) slowUntil.set(id, now() + slowForMs);
    else slowUntil.delete(id);
  };

  return async (id, work) => {
    if (runningOf(id) >= (isSlow(id) ? atOnceIfSlow : atOnce)) return null;
    begin(id);
    const startedAt = now();
    try {
      return await work();
    } finally {
      end(id, startedAt);
    }
  };
}
