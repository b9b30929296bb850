import { pause } from "@attestory/runtime/backoff.ts";

/** Leases on names: one holder at a time has a lease, for a limited time. It only saves work: writes are correct without it. */
export interface Leases {
  /**
   * Takes the lease or renews it, for `ms` from now; null while another holder has it. The fence grows each time the lease
   * is acquired, not when it is renewed.
   */
  take(name: string, holder: string, ms: number): Promise<{ fence: number } | null>;
  /** Releases the lease at once; does nothing if another holder has it. */
  release(name: string, holder: string): Promise<void>;
  close(): Promise<void>;
}

/** How long a lease outlives a holder that died. */
const leaseMs = 3000;
const renewEveryMs = 1000;

export interface LeaseTimes {
  leaseMs: number;
  renewEveryMs: number;
  /** The holder's monotonic clock, in milliseconds. */
  now?: () => number;
}

export const defaultLeaseTimes: LeaseTimes = { leaseMs, renewEveryMs };

/**
 * Runs `work` while it holds all of the leases, and waits while another holder has one of them. The signal of `work` aborts
 * when a lease is lost or `stop` aborts. Leases are released at the end, also when `work` throws.
 */
export async function whileLeased(
  leases: Leases,
  names: readonly string[],
  holder: string,
  work: (signal: AbortSignal) => Promise<void>,
  stop: AbortSignal,
  times: LeaseTimes = defaultLeaseTimes,
): Promise<void> {
  const release = () => Promise.all(names.map((name) => leases.release(name, holder)));
  try {
    while (!stop.aborted) {
      // A failing store grants no lease; the holder that works reports the error.
      if (await takeAll(leases, names, holder, times.leaseMs).catch(() => false)) {
        const lost = new AbortController();
        const renewing = renew(leases, names, holder, lost, stop, times);
        try {
          await work(AbortSignal.any([stop, lost.signal]));
        } finally {
          lost.abort();
          // A renewal must not take a lease again after its release.
          await renewing;
        }
        if (stop.aborted) break;
      }
      await pause(times.renewEveryMs, stop);
    }
  } finally {
    // If the release fails, the lease expires.
    await release().catch(() => undefined);
  }
}

async function takeAll(leases: Leases, names: readonly string[], holder: string, ms: number): Promise<boolean> {
  for (const name of names) {
    if (await leases.take(name, holder, ms)) continue;
    // Keeps all or none: two holders waiting for each other's leases would deadlock.
    await Promise.all(names.map((taken) => leases.release(taken, holder)));
    return false;
  }
  return true;
}

/** Renews until the work ends. Leases are lost if another holder has one, or if renewal fails for `leaseMs`. */
async function renew(
  leases: Leases,
  names: readonly string[],
  holder: string,
  lost: AbortController,
  stop: AbortSignal,
  { leaseMs, renewEveryMs, now = () => performance.now() }: LeaseTimes,
): Promise<void> {
  let held = now();
  const ended = AbortSignal.any([stop, lost.signal]);
  for (;;) {
    await pause(renewEveryMs, ended);
    if (ended.aborted) return;
    const asked = now();
    const renewed = await takeAll(leases, names, holder, leaseMs).catch(() => null);
    if (renewed) held = asked;
    if (renewed === false || asked - held >= leaseMs) lost.abort();
  }
}
