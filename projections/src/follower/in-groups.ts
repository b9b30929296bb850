import type { Projection } from "../read-models/projection.ts";

/**
 * Sets of projections that one follower each follows. Those that authentication needs are apart from all others, so that neither a
 * slow nor a stopped projection holds them back.
 */
export function inGroups(projections: readonly Projection[]): Projection[][] {
  const authentication = projections.filter(({ group }) => group === "authentication");
  const others = projections.filter(({ group }) => group !== "authentication");
  return [authentication, others].filter((group) => group.length > 0);
}
