import { LeaseLost, type Leases, whileLeased } from "../follower/lease.ts";
import type { Projection } from "../read-models/projection.ts";
import { isTransient } from "./failures.ts";

/** What a rebuild needs to be the only one. */
export interface Alone {
  leases: Leases;
  /** Identifies this process among all that share the leases. */
  holder: string;
}

/** What a rebuild or a roll-back needs. */
export interface Work<Parts> {
  parts: Parts;
  /** Aborts when it is stopped, or when another process may rebuild the projections. */
  signal: AbortSignal;
}

/** Longer than a follower's lease: sorting and writing to disk block the thread for seconds. */
const times = { leaseMs: 15_000, renewEveryMs: 1000 };

/** Waits no longer where a retry does not help, as on a full disk. */
function onError(error: unknown): void {
  if (!isTransient(error)) throw error;
}

/** Runs `work` alone: waits while another process rebuilds one of the projections. @throws the signal's reason; LeaseLost */
export async function alone<Parts extends Alone, Result>(
  projections: readonly Projection[],
  { parts, signal: stop }: Work<Parts>,
  work: (run: Work<Parts>) => Promise<Result>,
): Promise<Result> {
  const { leases, holder } = parts;
  const done = new AbortController();
  let result: { is: Result } | null = null;
  const once = async (signal: AbortSignal) => {
    try {
      result = { is: await work({ parts, signal }) };
    } catch (error) {
      if (signal.aborted && !stop.aborted) throw new LeaseLost("the lease of a rebuild was lost", { cause: error });
      throw error;
    }
    done.abort();
  };
  const names = projections.map(({ name }) => `rebuild ${name}`);
  await whileLeased({ leases, names, holder, times, onError }, once, AbortSignal.any([stop, done.signal]));
  stop.throwIfAborted();
  // Set by `once`, which TypeScript's control flow analysis does not see.
  return (result as unknown as { is: Result }).is;
}
