import { pause } from "@attestory/runtime/backoff.ts";
import type { Projection } from "../read-models/projection.ts";
import { checkpointsOf } from "./checkpoints.ts";
import { type Checkpoints, type FollowerParts, follow, waitOut } from "./follower.ts";
import { type Leases, type LeaseTimes, whileLeased } from "./lease.ts";
import { type Followed, partsHeld } from "./partitions.ts";
import { whileSharing } from "./sharing.ts";

export interface LeasedFollowerParts extends FollowerParts {
  leases: Leases;
  /** Identifies this follower among all that share the leases. */
  holder: string;
  leaseTimes?: LeaseTimes | undefined;
  /** How long it pauses, without the leases, when all projections have stopped permanently. */
  asideMs?: number | undefined;
  /** Called with the checkpoints before it starts: the first time, after another follower, or after a switch of builds. */
  onStart: (checkpoints: Checkpoints) => void;
  /** Called when it stops following these projections; another follower may take over. */
  onEnd: (projections: readonly Projection[]) => void;
}

export interface LeasedFollower {
  /** Starts again from the checkpoints of the builds that are active now. */
  restart(): void;
  /** Resolves after `stop` has aborted. */
  readonly ended: Promise<void>;
}

/** Longer than waiting followers take to notice that the leases are free. */
export const defaultAsideMs = 15_000;

/**
 * Follows the projections while it holds all of their leases, and waits while another follower has one; or follows its share of their
 * partitions, where there are several. When all projections have stopped permanently, it pauses without the leases: another process may run a release that can read what this one cannot.
 */
export function followLeased(
  projections: readonly Projection[],
  parts: LeasedFollowerParts,
  stop: AbortSignal,
): LeasedFollower {
  const { leases, holder, leaseTimes, asideMs = defaultAsideMs, onStart, onEnd } = parts;
  const names = projections.map(({ name }) => name);
  const { partitions } = parts.store;
  let restarting = new AbortController();

  /** False when all projections have stopped permanently. */
  const once = async (followed: readonly Followed[], signal: AbortSignal): Promise<boolean> => {
    restarting = new AbortController();
    const until = AbortSignal.any([signal, restarting.signal]);
    const checkpoints = await readCheckpoints(followed, parts, until);
    if (!checkpoints) return true;
    onStart(checkpoints);
    await follow(checkpoints, parts, until);
    return until.aborted;
  };
  const turn = async () => {
    const aside = new AbortController();
    const work = async (followed: readonly Followed[], signal: AbortSignal) => {
      while (!signal.aborted) if (!(await once(followed, signal))) aside.abort();
      onEnd(projections);
    };
    const end = AbortSignal.any([stop, aside.signal]);
    const wanted = { leases, names, holder, times: leaseTimes };
    if (!leases.sharing) await whileLeased(wanted, (signal) => work(projections, signal), end);
    else {
      const shared = { ...wanted, sharing: leases.sharing, partitions };
      await whileSharing(shared, (held, signal) => work(partsHeld(projections, held, partitions), signal), end);
    }
    if (stop.aborted) return;
    await (parts.pause ?? pause)(asideMs, AbortSignal.any([stop, restarting.signal]));
  };
  const turns = async () => {
    while (!stop.aborted) await turn();
  };
  return { restart: () => restarting.abort(), ended: turns() };
}

/** Reads the checkpoints, with retries; null if the signal aborts first. */
async function readCheckpoints(
  projections: readonly Followed[],
  parts: LeasedFollowerParts,
  signal: AbortSignal,
): Promise<Checkpoints | null> {
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      return await checkpointsOf(projections, parts.store);
    } catch (error) {
      await waitOut({ error, failures }, parts, signal);
    }
  }
  return null;
}
