import type { Position } from "@attestory/events/envelope.ts";
import type { Checkpoints } from "../follower/follower.ts";
import type { ProjectionMessage } from "../follower/projection-messages.ts";
import { namesIn, type Projection } from "../read-models/projection.ts";
import type { BuildProgress } from "../store/builds.ts";
import type { ReadStoreWriter } from "../store/read-store.ts";
import { alone } from "./alone.ts";
import { carriedOver } from "./carry-over.ts";
import { type RebuildParts, type Rebuilt, rebuildIn } from "./rebuild.ts";

/** A follower applies so many events in a second. */
export const defaultNearby = 10_000n;
/** A build applies events this many times as fast as a follower, but all of them. */
const buildIsFaster = 5n;

export interface Distances {
  checkpoints: Checkpoints;
  head: Position;
  /** How many events a follower applies without making others wait. */
  nearby?: Position | undefined;
}

/**
 * The projections that are sooner at the head of the log if they are built from zero, and those that would hold back others which
 * are followed together with them.
 */
export function farBehind({ checkpoints, head, nearby = defaultNearby }: Distances): Projection[] {
  const furthest = (group: Projection["group"]) =>
    [...checkpoints].reduce((most, [of, position]) => (of.group === group && position > most ? position : most), 0n);
  const isFar = ([{ group }, position]: [Projection, Position]) => {
    const [behind, behindOthers] = [head - position, furthest(group) - position];
    return behindOthers > nearby || (behind > nearby && behind * buildIsFaster > head);
  };
  return [...checkpoints].filter(isFar).map(([projection]) => projection);
}

/** How far the active builds are; zero where there is none. */
export async function readCheckpoints(
  projections: readonly Projection[],
  store: Pick<ReadStoreWriter, "checkpoints">,
): Promise<Checkpoints> {
  const active = new Map((await store.checkpoints()).map(({ projection, position }) => [projection, position]));
  return new Map(projections.map((projection) => [projection, active.get(projection.name) ?? 0n]));
}

/** What a build reports. */
export type BuildMessage = Extract<ProjectionMessage, { kind: "building" | "built" | "error" }>;

export interface BuildRequest {
  projections: readonly Projection[];
  nearby?: Position | undefined;
  send: (message: BuildMessage) => void;
  signal: AbortSignal;
}

/**
 * Builds those of the projections that are far behind or have carried over documents, in one reading of the log, and makes the builds active. Another process may have
 * built them before this one could. What cannot be built is left to its follower, which reports why.
 */
export async function buildBehind(
  { projections, nearby = defaultNearby, send, signal }: BuildRequest,
  parts: RebuildParts & { store: Pick<ReadStoreWriter, "checkpoints"> },
): Promise<void> {
  const failed = await alone(projections, { parts, signal }, async (work) => {
    const checkpoints = await readCheckpoints(projections, parts.store);
    const head = await parts.log.head();
    const carried = await carriedOver(projections, parts.builds);
    const behind = projections.filter(
      (projection) => carried.includes(projection) || head - (checkpoints.get(projection) ?? 0n) > nearby,
    );
    const names = behind.map(({ name }) => name);
    const onProgress = (progress: BuildProgress) => send({ kind: "building", projections: names, progress });
    const onRebuilt = reportGroups(behind, send);
    const building = { ...parts, dropsPrevious: true, onProgress, onRebuilt };
    return behind.length > 0 ? rebuildIn({ ...work, parts: building }, behind) : [];
  });
  for (const { projection, error } of failed) send({ kind: "error", reason: `${projection.name} not built: ${error}` });
}

/** Reports a group once its last build is active. Of a group of which one build failed, nothing is reported. */
function reportGroups(projections: readonly Projection[], send: BuildRequest["send"]) {
  const unfinished = new Set(projections);
  return ({ projection: { name, group } }: Pick<Rebuilt, "projection">): void => {
    for (const projection of unfinished) if (projection.name === name) unfinished.delete(projection);
    if ([...unfinished].some((projection) => projection.group === group)) return;
    send({ kind: "built", projections: namesIn(group, projections) });
  };
}
