import type { Position } from "@attestory/events/envelope.ts";
import type { Projection } from "../read-models/projection.ts";
import type { Checkpoints } from "./follower.ts";

/**
 * Sets of projections that one follower each follows. Those that authentication needs are apart from all others, so that neither a
 * slow nor a stopped projection holds them back.
 */
export function inGroups(projections: readonly Projection[]): Projection[][] {
  const authentication = projections.filter(({ group }) => group === "authentication");
  const others = projections.filter(({ group }) => group !== "authentication");
  return [authentication, others].filter((group) => group.length > 0);
}

/**
 * The same where some may be far behind the rest of their group: what is further than `nearby` events behind the furthest one is followed
 * apart, and holds back nobody.
 */
export function nearAndFar(checkpoints: Checkpoints, nearby: Position): Projection[][] {
  return inGroups([...checkpoints.keys()]).flatMap((group) => {
    const positionOf = (projection: Projection) => checkpoints.get(projection) ?? 0n;
    const furthest = group.map(positionOf).reduce((most, position) => (position > most ? position : most));
    const isFar = (projection: Projection) => furthest - positionOf(projection) > nearby;
    return [group.filter((projection) => !isFar(projection)), group.filter(isFar)].filter(({ length }) => length > 0);
  });
}
