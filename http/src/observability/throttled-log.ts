/** Admits a limited number of entries of each kind, and reports how many it left out. */
export interface ThrottledLog {
  /** Whether to write one more entry of this kind. Never pass user input as a kind: each is kept in memory for a minute. */
  admits(kind: string): boolean;
}

const mostInWindow = 1_000;
const windowMs = 60_000;

/** Calls `tell` at the end of a window for each kind of which entries were left out. */
export function createThrottledLog(tell: (kind: string, leftOut: number) => void): ThrottledLog {
  const counts = new Map<string, number>();

  const end = (kind: string) => {
    const leftOut = (counts.get(kind) ?? 0) - mostInWindow;
    counts.delete(kind);
    if (leftOut > 0) tell(kind, leftOut);
  };

  return {
    admits(kind) {
      const count = (counts.get(kind) ?? 0) + 1;
      counts.set(kind, count);
      if (count === 1) setTimeout(end, windowMs, kind).unref();
      return count <= mostInWindow;
    },
  };
}
