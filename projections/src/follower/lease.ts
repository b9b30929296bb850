import { pause } from "@attestory/runtime/backoff.ts";

/** A name that one holder at a time has, for a while. It saves work and proves nothing: what is written is right without it. */
export interface Leases {
  /**
   * Takes the lease or renews it, for `ms` from now; null while another has it. The fence grows each time that the
   * lease comes to somebody anew.
   */
  take(name: string, holder: string, ms: number): Promise<{ fence: number } | null>;
  /** Gives it back at once; nothing when another has it by now. */
  release(name: string, holder: string): Promise<void>;
  close(): Promise<void>;
}

/** How long a lease outlives a holder that died. */
const leaseMs = 3000;
const renewEveryMs = 1000;

export interface LeaseTimes {
  leaseMs: number;
  renewEveryMs: number;
  /** The holder's own clock, in milliseconds; nobody can set it. */
  now?: () => number;
}

export const defaultLeaseTimes: LeaseTimes = { leaseMs, renewEveryMs };

/**
 * Works while it holds all of the leases, and waits while another has one of them: `work` is told by its signal that a lease
 * was lost, or that everything is to end. Leases are given back at the end, also when `work` throws.
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
      // A store in trouble gives no lease; whoever works will tell of it.
      if (await takeAll(leases, names, holder, times.leaseMs).catch(() => false)) {
        const lost = new AbortController();
        const renewing = renew(leases, names, holder, lost, stop, times);
        try {
          await work(AbortSignal.any([stop, lost.signal]));
        } finally {
          lost.abort();
          // Nothing may be taken any more once it is given back.
          await renewing;
        }
        if (stop.aborted) break;
      }
      await pause(times.renewEveryMs, stop);
    }
  } finally {
    // Or it runs out.
    await release().catch(() => undefined);
  }
}

async function takeAll(leases: Leases, names: readonly string[], holder: string, ms: number): Promise<boolean> {
  for (const name of names) {
    if (await leases.take(name, holder, ms)) continue;
    // Not some of them: two who wait for each other's would wait for ever.
    await Promise.all(names.map((taken) => leases.release(taken, holder)));
    return false;
  }
  return true;
}

/** Renews until the work ends. What cannot be renewed for as long as it lasts is lost. */
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
