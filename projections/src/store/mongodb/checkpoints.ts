import type { Position } from "@attestory/events/envelope.ts";
import { type Checkpoint, noCheckpoint } from "../read-store.ts";
import type { StoredBuild } from "./collections.ts";

/** In how many partitions the documents of a projection are followed. */
export const partitions = 4;
const all = Array.from({ length: partitions }, (_, partition) => partition);

type Checkpoints = Pick<StoredBuild, "checkpoint" | "partitions">;

/** No partition is behind the checkpoint of the build: a release without partitions moves only that one. */
function positionIn({ checkpoint, partitions: stored }: Checkpoints, partition: number): Position {
  const position = stored?.[partitions]?.[partition]?.position ?? 0n;
  return position > checkpoint ? position : checkpoint;
}

/** Every event up to here is in the documents of these partitions. */
export const lowestOf = (build: Checkpoints, those: readonly number[] = all): Position =>
  those.map((partition) => positionIn(build, partition)).reduce((one, other) => (other < one ? other : one));

/** The checkpoints of partitions that are further than the build. */
export const aheadIn = ({ checkpoint, partitions: stored }: Checkpoints): Checkpoint[] =>
  Object.values(stored?.[partitions] ?? {}).filter(({ position }) => position > checkpoint);

/**
 * An update that moves the checkpoints of these partitions, unless they are as far already, and that of the build to the lowest of all
 * partitions. Of all partitions at once, only that of the build moves.
 */
export function advanced(build: number, to: Checkpoint, those: readonly number[] = all): object[] {
  const at = `builds.${build}`;
  if (those.length === partitions) return [{ $set: raised(at, { $literal: to }) }];
  const place = (partition: number) => `${at}.partitions.${partitions}.${partition}`;
  const known = (partition: number) => ({ $ifNull: [`$${place(partition)}`, { $literal: noCheckpoint }] });
  // Compared by their first field, the position.
  const moved = those.map((partition) => [place(partition), { $max: [known(partition), { $literal: to }] }]);
  return [{ $set: Object.fromEntries(moved) }, { $set: raised(at, { $min: all.map(known) }) }];
}

function raised(at: string, checkpoint: object) {
  const [position, eventId] = [`$${at}.checkpoint`, `$${at}.eventId`];
  const bound = (value: object) => ({ $let: { vars: { to: checkpoint }, in: value } });
  return {
    [`${at}.checkpoint`]: bound({ $max: [position, "$$to.position"] }),
    [`${at}.eventId`]: bound({ $cond: [{ $lt: [position, "$$to.position"] }, "$$to.eventId", eventId] }),
  };
}
