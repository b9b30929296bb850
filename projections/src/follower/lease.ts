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
  /** Absent where a projection has one partition. */
  readonly sharing?: Sharing;
  close(): Promise<void>;
}

/** How processes learn of each other, and take many leases at once, where a projection has more than one partition. */
export interface Sharing {
  /**
   * Tells the others that this holder follows these projections, for `ms` from now. Returns the holders of each of them, in the same
   * order for all who ask.
   */
  announce(holder: string, projections: readonly string[], ms: number): Promise<ReadonlyMap<string, readonly string[]>>;
  /** The others count it no longer. */
  withdraw(holder: string, projections: readonly string[]): Promise<void>;
  /** As `take` of each lease. Returns the names of those that the holder has. */
  takeEach(names: readonly string[], holder: string, ms: number): Promise<ReadonlySet<string>>;
  /** As `release` of each lease. */
  releaseEach(names: readonly string[], holder: string): Promise<void>;
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

/** The leases that a holder needs for its work. */
export interface WantedLeases {
  leases: Leases;
  names: readonly string[];
  holder: string;
  times?: LeaseTimes | undefined;
  /** Called with an error of the store, which grants no lease. Throws to end the wait for the leases. */
  onError?: ((error: unknown) => void) | undefined;
}

/** Another holder may have a lease now. */
export class LeaseLost extends Error {
  override name = "LeaseLost";
}

/**
 * Runs `work` while it holds all of the leases, and waits while another holder has one of them. The signal of `work` aborts
 * when a lease is lost or `stop` aborts. Leases are released at the end, also when `work` throws.
 */
export async function whileLeased(
  wanted: WantedLeases,
  work: (signal: AbortSignal) => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  // A holder that waits asks every second, however rarely it would renew: the other one may have gone.
  const againMs = Math.min(wanted.times?.renewEveryMs ?? renewEveryMs, renewEveryMs);
  const refused = (error: unknown) => {
    wanted.onError?.(error);
    return false;
  };
  try {
    while (!stop.aborted) {
      // A failing store grants no lease; the holder that works reports the error.
      if (await takeAll(wanted).catch(refused)) await workLeased(wanted, work, stop);
      if (!stop.aborted) await pause(againMs, stop);
    }
  } finally {
    // If the release fails, the lease expires.
    await releaseAll(wanted).catch(() => undefined);
  }
}

async function workLeased(
  wanted: WantedLeases,
  work: (signal: AbortSignal) => Promise<void>,
  stop: AbortSignal,
): Promise<void> {
  const lost = new AbortController();
  const renewing = renew(wanted, lost, stop);
  try {
    await work(AbortSignal.any([stop, lost.signal]));
  } finally {
    lost.abort();
    // A renewal must not take a lease again after its release.
    await renewing;
  }
}

async function takeAll(wanted: WantedLeases): Promise<boolean> {
  const { leases, names, holder, times = defaultLeaseTimes } = wanted;
  for (const name of names) {
    if (await leases.take(name, holder, times.leaseMs)) continue;
    // Keeps all or none: two holders waiting for each other's leases would deadlock.
    await releaseAll(wanted);
    return false;
  }
  return true;
}

const releaseAll = ({ leases, names, holder }: WantedLeases) =>
  Promise.all(names.map((name) => leases.release(name, holder)));

/** Renews until the work ends. Leases are lost if another holder has one, or if renewal fails for `leaseMs`. */
async function renew(wanted: WantedLeases, lost: AbortController, stop: AbortSignal): Promise<void> {
  const { leaseMs, renewEveryMs, now = () => performance.now() } = wanted.times ?? defaultLeaseTimes;
  let renewedAt = now();
  const ended = AbortSignal.any([stop, lost.signal]);
  for (;;) {
    await pause(renewEveryMs, ended);
    if (ended.aborted) return;
    const askedAt = now();
    const renewed = await takeAll(wanted).catch(() => null);
    if (renewed) renewedAt = askedAt;
    if (renewed === false || askedAt - renewedAt >= leaseMs) lost.abort();
  }
}
