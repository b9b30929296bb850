import { type Leases, whileLeased } from "../lease.ts";
import type { Projection } from "../projection.ts";
import { type FollowerParts, follow, type Standing, waitOut } from "./follower.ts";

export interface LeasedFollowerParts extends FollowerParts {
  leases: Leases;
  /** Names this follower among all who share the leases. */
  holder: string;
  /** Told before it folds, from where: for the first time, after another follower, or in a build that took the place of another. */
  onStart: (standing: Standing) => void;
  /** It does not fold any more: another does. */
  onEnd: (projections: readonly Projection[]) => void;
}

export interface LeasedFollower {
  /** Begins anew from the checkpoints of the builds that are read now. */
  restart(): void;
  /** Ends with the signal that it was given. */
  readonly ended: Promise<void>;
}

/** Follows while it holds the leases of all of the projections, and stands by while another has them. */
export function followLeased(
  projections: readonly Projection[],
  parts: LeasedFollowerParts,
  stop: AbortSignal,
): LeasedFollower {
  const { leases, holder, onStart, onEnd } = parts;
  let restarting = new AbortController();

  const once = async (signal: AbortSignal) => {
    restarting = new AbortController();
    const until = AbortSignal.any([signal, restarting.signal]);
    const standing = await standingOf(projections, parts, until);
    if (!standing) return;
    onStart(standing);
    await follow(standing, parts, until);
    // All of them may have stopped for good: that is told once, and not again each second.
    if (!until.aborted) await new Promise((resolve) => until.addEventListener("abort", resolve));
  };
  const work = async (signal: AbortSignal) => {
    while (!signal.aborted) await once(signal);
    onEnd(projections);
  };
  const names = projections.map(({ name }) => name);
  return {
    restart: () => restarting.abort(),
    ended: whileLeased(leases, names, holder, work, stop),
  };
}

/** At the checkpoints; null when the signal aborts before they can be read. */
async function standingOf(
  projections: readonly Projection[],
  parts: LeasedFollowerParts,
  signal: AbortSignal,
): Promise<Standing | null> {
  for (let failures = 1; !signal.aborted; failures++) {
    try {
      const standing: Standing = new Map();
      for (const projection of projections) standing.set(projection, await parts.store.checkpoint(projection.name));
      return standing;
    } catch (error) {
      await waitOut(error, failures, parts, signal);
    }
  }
  return null;
}
