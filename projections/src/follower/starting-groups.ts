import type { Checkpoints } from "./follower.ts";

const nearby = 10_000n;

/**
 * Groups projections that are followed together: those near the furthest one, and the others. A new projection thus catches up
 * by itself, and those already in use stay up to date.
 */
export function startingGroups(checkpoints: Checkpoints): Checkpoints[] {
  const furthest = [...checkpoints.values()].reduce((a, b) => (b > a ? b : a), 0n);
  const near = [...checkpoints].filter(([, position]) => furthest - position <= nearby);
  const behind = [...checkpoints].filter(([, position]) => furthest - position > nearby);
  return [near, behind].filter((group) => group.length > 0).map((group) => new Map(group));
}
