import type { Projection } from "../read-models/projection.ts";

/** A projection as a follower has it: all of its documents, or those of some partitions. */
export type Followed = Projection & {
  /** Absent: all of them. */
  readonly partitions?: readonly number[] | undefined;
};

/**
 * The partition of a document, from 0 to `of` - 1. Every process and every release must find the same one: a changed function takes
 * another number of partitions, whose checkpoints are stored apart.
 */
export function partitionOf(key: string, of: number): number {
  // FNV-1a: http://www.isthe.com/chongo/tech/comp/fnv/
  let hash = 0x811c9dc5;
  for (let at = 0; at < key.length; at++) hash = Math.imul(hash ^ key.charCodeAt(at), 0x01000193);
  return (hash >>> 0) % of;
}

/** The projections, each reduced to the documents of the partitions that are held of it. */
export const partsHeld = (
  projections: readonly Projection[],
  held: ReadonlyMap<string, readonly number[]>,
  of: number,
): Followed[] =>
  projections
    .map((projection) => partsOf(projection, held.get(projection.name) ?? [], of))
    .filter(({ partitions }) => partitions?.length !== 0);

function partsOf(projection: Projection, partitions: readonly number[], of: number): Followed {
  if (partitions.length === of) return projection;
  const wanted = new Set(partitions);
  return {
    ...projection,
    partitions,
    keys: (event) => projection.keys(event).filter((key) => wanted.has(partitionOf(key, of))),
  };
}
