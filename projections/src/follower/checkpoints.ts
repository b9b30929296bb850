import type { Position } from "@attestory/events/envelope.ts";
import type { ReadStoreWriter } from "../store/read-store.ts";
import type { Followed } from "./partitions.ts";

/** How far each of them is, in its active build. */
export async function checkpointsOf(
  projections: readonly Followed[],
  store: Pick<ReadStoreWriter, "checkpoint">,
): Promise<Map<Followed, Position>> {
  const checkpoints = projections.map(
    async (one): Promise<[Followed, Position]> => [one, await store.checkpoint(one.name, one.partitions)],
  );
  return new Map(await Promise.all(checkpoints));
}

/** How far the projections are. Those of which another follower may have partitions are looked up. */
export async function reached(
  checkpoints: ReadonlyMap<Followed, Position>,
  store: Pick<ReadStoreWriter, "checkpoints">,
): Promise<Map<string, Position>> {
  const positions = new Map<string, Position>([...checkpoints].map(([{ name }, position]) => [name, position]));
  if (![...checkpoints.keys()].some(({ partitions }) => partitions)) return positions;
  for (const { projection, position } of await store.checkpoints()) {
    if (positions.has(projection)) positions.set(projection, position);
  }
  return positions;
}
