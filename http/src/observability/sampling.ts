/** Lets some of each kind through, and says how many it left out. */
export interface ThrottledLog {
  /** Whether one more of this kind is let through. Kinds are words of ours, never what somebody sent: each is remembered for a while. */
  admits(kind: string): boolean;
}

const mostInWindow = 1_000;
const windowMs = 60_000;

/** `tell` hears, when a window is over, of each kind of which some were left out. */
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
