import { pause } from "@attestory/runtime/backoff.ts";
import type { Projection } from "../read-models/projection.ts";
import { type Checkpoints, type FollowerParts, follow, waitOut } from "./follower.ts";
import { type Leases, type LeaseTimes, whileLeased } from "./lease.ts";

export interface LeasedFollowerParts extends FollowerParts {
  leases: Leases;
  /** Names this follower among all who share the leases. */
  holder: string;
  leaseTimes?: LeaseTimes | undefined;
  /** How long it stands aside when all of the projections have stopped for good. */
  asideMs?: number | undefined;
  /** Told before it folds, from where: for the first time, after another follower, or in a build that took the place of another. */
  onStart: (checkpoints: Checkpoints) => void;
  /** It does not fold any more: another does. */
  onEnd: (projections: readonly Projection[]) => void;
}

export interface LeasedFollower {
  /** Begins anew from the checkpoints of the builds that are read now. */
  restart(): void;
  /** Ends with the signal that it was given. */
  readonly ended: Promise<void>;
}

/** Longer than others who wait for the leases take to notice that they can be had. */
export const defaultAsideMs = 15_000;

/**
 * Follows while it holds the leases of all of the projections, and stands by while another has them. When all of them have stopped for
 * good it stands aside for a while: another process may be of a release that can read what this one cannot.
 */
export function followLeased(
  projections: readonly Projection[],
  parts: LeasedFollowerParts,
  stop: AbortSignal,
): LeasedFollower {
  const { leases, holder, leaseTimes, asideMs = defaultAsideMs, onStart, onEnd } = parts;
  const names = projections.map(({ name }) => name);
  let restarting = new AbortController();

  /** False when all of them have stopped for good. */
  const once = async (signal: AbortSignal): Promise<boolean> => {
    restarting = new AbortController();
    const until = AbortSignal.any([signal, restarting.signal]);
    const checkpoints = await sessionOwnerOf(projections, parts, until);
    if (!checkpoints) return true;
    onStart(checkpoints);
    await follow(checkpoints, parts, until);
    return until.aborted;
  };
  const turn = async () => {
    const aside = new AbortController();
    const work = async (signal: AbortSignal) => {
      while (!signal.aborted) if (!(await once(signal))) aside.abort();
      onEnd(projections);
    };
    await whileLeased(leases, names, holder, work, AbortSignal.any([stop, aside.signal]), leaseTimes);
    if (stop.aborted) return;
    await (parts.pause ?? pause)(asideMs, AbortSignal.any([stop, restarting.signal]));
  };
  const turns = async () => {
    while (!stop.aborted) await turn();
  };
  return { restart: () => restarting.abort(), ended: turns() };
}

/** At the checkpoints; null when the signal aborts before they can be read. */
async function sessionOwnerOf(
  projections: readonly Projection[],
  parts: LeasedFollowerParts,
  signal: AbortSignal,
): Promise<Checkpoints | null> {
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      const checkpoints: Checkpoints = new Map();
      for (const projection of projections) checkpoints.set(projection, await parts.store.checkpoint(projection.name));
      return checkpoints;
    } catch (error) {
      await waitOut(error, failures, parts, signal);
    }
  }
  return null;
}
