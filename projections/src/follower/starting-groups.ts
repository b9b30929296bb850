import type { Checkpoints } from "./follower.ts";

const nearby = 10_000n;

/**
 * Which projections go on together: those near the furthest one as one group, the others as another. So a new projection
 * catches up by itself, and those that are read meanwhile stay live.
 */
export function startingGroups(checkpoints: Checkpoints): Checkpoints[] {
  const furthest = [...checkpoints.values()].reduce((a, b) => (b > a ? b : a), 0n);
  const near = [...checkpoints].filter(([, position]) => furthest - position <= nearby);
  const behind = [...checkpoints].filter(([, position]) => furthest - position > nearby);
  return [near, behind].filter((group) => group.length > 0).map((group) => new Map(group));
}
