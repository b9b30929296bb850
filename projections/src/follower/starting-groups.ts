import type { Projection } from "../read-models/projection.ts";
import type { Checkpoints } from "./follower.ts";

const nearby = 10_000n;

/**
 * Sets of projections that one follower each follows. Those that authentication needs are apart from all others, so that neither a
 * slow nor a stopped projection holds them back. Of either kind, those near the furthest one are followed together: a new projection
 * thus catches up by itself, and those already in use stay up to date.
 */
export function startingGroups(checkpoints: Checkpoints): Checkpoints[] {
  const all = [...checkpoints];
  return [
    ...nearAndBehind(all.filter(([{ group }]) => group === "authentication")),
    ...nearAndBehind(all.filter(([{ group }]) => group !== "authentication")),
  ];
}

function nearAndBehind(checkpoints: readonly (readonly [Projection, bigint])[]): Checkpoints[] {
  const furthest = checkpoints.reduce((most, [, position]) => (position > most ? position : most), 0n);
  const near = checkpoints.filter(([, position]) => furthest - position <= nearby);
  const behind = checkpoints.filter(([, position]) => furthest - position > nearby);
  return [near, behind].filter((group) => group.length > 0).map((group) => new Map(group));
}
