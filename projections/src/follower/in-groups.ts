import type { Projection } from "../read-models/projection.ts";
import type { IsFar } from "../rebuild/versions/count-events.ts";
import { supersededBy } from "../rebuild/versions/drop-superseded.ts";
import type { Builds } from "../store/builds.ts";
import type { Checkpoints } from "./follower.ts";

/**
 * Sets of projections that one follower each follows. Those that authentication needs are apart from all others, so that neither a
 * slow nor a stopped projection holds them back. So are those of `apart` from the others of their group.
 */
export function inGroups(projections: readonly Projection[], apart: readonly Projection[] = []): Projection[][] {
  const isApart = (projection: Projection) => apart.includes(projection);
  const authentication = projections.filter(({ group }) => group === "authentication");
  const others = projections.filter(({ group }) => group !== "authentication");
  return [authentication, others]
    .flatMap((group) => [group.filter((projection) => !isApart(projection)), group.filter(isApart)])
    .filter((group) => group.length > 0);
}

/**
 * The projections that a former release does not know: they have no documents yet, or there are those of a lower version. A process of that
 * release may have the leases of the rest of the group as long as it likes: these cannot wait for it.
 */
export async function newInRelease(
  projections: readonly Projection[],
  builds: Pick<Builds, "list">,
): Promise<Projection[]> {
  const active = (await builds.list()).filter(({ state }) => state === "running");
  const stored = new Set(active.map(({ projection }) => projection));
  const raised = new Set(supersededBy(projections, stored).map(({ by }) => by));
  return projections.filter((projection) => raised.has(projection) || !stored.has(projection.name));
}

/** The same where some may be far behind the rest of their group: those are followed apart, and hold back nobody. */
export async function nearAndFar(checkpoints: Checkpoints, isFar: IsFar): Promise<Projection[][]> {
  const groups: Projection[][] = [];
  for (const group of inGroups([...checkpoints.keys()])) {
    const positionOf = (projection: Projection) => checkpoints.get(projection) ?? 0n;
    const furthest = group.map(positionOf).reduce((most, position) => (position > most ? position : most));
    const far: Projection[] = [];
    for (const projection of group) if (await isFar(positionOf(projection), furthest)) far.push(projection);
    groups.push(
      group.filter((projection) => !far.includes(projection)),
      far,
    );
  }
  return groups.filter(({ length }) => length > 0);
}
