import type { Position } from "@attestory/events/envelope.ts";
import { type Leases, whileLeased } from "../follower/lease.ts";
import type { Projection } from "../read-models/projection.ts";
import type { Build, BuildProgress, Builds, OpenBuild } from "../store/builds.ts";
import { buildToHead, type FoldParts } from "./build-to-head.ts";
import { type Comparison, compareBuilds } from "./compare-builds.ts";

export interface RebuildParts extends FoldParts {
  builds: Builds;
  leases: Leases;
  /** Identifies this process among all that share the leases. */
  holder: string;
  onProgress?: (progress: BuildProgress) => void;
}

export interface Rebuilt {
  build: number;
  position: Position;
  seconds: number;
  /** Null if no build was active before, and after a roll-back. */
  compared: Comparison | null;
}

/** The new build is worse than the active one, or there is no build to roll back to. Nothing was switched. */
export class RebuildRefused extends Error {
  override name = "RebuildRefused";
}

/** Longer than a follower's lease: sorting and writing to disk block the thread for seconds. */
const times = { leaseMs: 15_000, renewEveryMs: 1000 };

/** One rebuild or roll-back. */
interface Run {
  projection: Projection;
  parts: RebuildParts;
  /** Aborts when it is stopped, or when another process may rebuild the projection. */
  signal: AbortSignal;
}

/** Runs `work` alone: waits while another process rebuilds the projection. */
async function alone<Result>(
  { projection, parts, signal: stop }: Run,
  work: (run: Run) => Promise<Result>,
): Promise<Result> {
  const { leases, holder } = parts;
  const done = new AbortController();
  let result: { is: Result } | null = null;
  const once = async (signal: AbortSignal) => {
    result = { is: await work({ projection, parts, signal }) };
    done.abort();
  };
  const names = [`rebuild ${projection.name}`];
  await whileLeased({ leases, names, holder, times }, once, AbortSignal.any([stop, done.signal]));
  stop.throwIfAborted();
  // Set by `once`, which TypeScript's control flow analysis does not see.
  return (result as unknown as { is: Result }).is;
}

/**
 * Rebuilds the projection beside the active build, compares the two, and then makes the new one active. The previous build is
 * kept for `rollBack`; older ones are dropped. If it is interrupted before the switch, the active build stays as it was.
 * @throws RebuildRefused
 */
export const rebuild = (projection: Projection, parts: RebuildParts, stop: AbortSignal): Promise<Rebuilt> =>
  alone({ projection, parts, signal: stop }, async (run) => {
    const started = performance.now();
    const build = await finishedBuild(run);
    try {
      return { build, ...(await takeOver(run, build)), seconds: secondsSince(started) };
    } catch (error) {
      // `drop` refuses a build that has become active. Its error is ignored: the first error is thrown.
      await parts.builds.drop(projection.name, build).catch(() => undefined);
      throw error;
    }
  });

const secondsSince = (started: number) => (performance.now() - started) / 1000;

/** Builds up to the log's head, seals the build and returns its number. */
async function finishedBuild({ projection, parts, signal }: Run): Promise<number> {
  const build = await parts.builds.begin(projection);
  const onProgress = (progress: BuildProgress) => {
    build.saveProgress(progress);
    parts.onProgress?.(progress);
  };
  try {
    await buildToHead({ projection, build, from: 0n, onProgress }, parts, signal);
    await build.seal();
  } catch (error) {
    await build.drop();
    throw error;
  }
  return build.build;
}

async function takeOver(run: Run, number: number) {
  const { projection, parts } = run;
  const before = await numberOf(parts.builds, projection, "running");
  const opened = await parts.builds.open(projection, number);
  try {
    const compared = before === null ? null : await compareWith(run, opened, before);
    const position = await switchTo(run, opened, number);
    await dropOlder(parts.builds, projection, before);
    return { compared, position };
  } finally {
    await opened.close();
  }
}

/** Makes the previous build active again, after it has caught up with the log. @throws RebuildRefused */
export const rollBack = (projection: Projection, parts: RebuildParts, stop: AbortSignal): Promise<Rebuilt> =>
  alone({ projection, parts, signal: stop }, async (run) => {
    const started = performance.now();
    const previous = await numberOf(parts.builds, projection, "kept");
    if (previous === null) throw new RebuildRefused(`there is no earlier build of ${projection.name}`);
    const opened = await parts.builds.open(projection, previous);
    try {
      const position = await switchTo(run, opened, previous);
      return { build: previous, position, seconds: secondsSince(started), compared: null };
    } finally {
      await opened.close();
    }
  });

/** The newest build in this state, or null. */
const numberOf = async (builds: Builds, { name }: Projection, wanted: Build["state"]): Promise<number | null> =>
  (await builds.list()).find(({ projection, state }) => projection === name && state === wanted)?.build ?? null;

async function compareWith(run: Run, opened: OpenBuild, before: number): Promise<Comparison> {
  const { projection, parts } = run;
  const old = await parts.builds.open(projection, before);
  try {
    await catchUp(run, opened);
    const [now, then] = [await opened.countParked(), await old.countParked()];
    if (now > then) {
      const [example] = await opened.parked(projection.name, 1);
      throw new RebuildRefused(
        `${now} documents of ${projection.name} would be parked, ${then} are parked now: ${example?.reason}`,
      );
    }
    return await compareBuilds(opened, old);
  } finally {
    await old.close();
  }
}

const catchUp = async (
  { projection, parts, signal }: Run,
  build: OpenBuild,
  betweenBatches?: () => Promise<unknown>,
): Promise<Position> => {
  const from = await build.checkpoint(projection.name);
  return buildToHead({ projection, build, from, betweenBatches }, parts, signal);
};

/** Does not yield: writers wait during a switch, so no other work of this thread may come in between. */
const withoutPause = () => Promise.resolve();

/** Catches up once before the switch, so that writers of the active build wait only for milliseconds. */
async function switchTo(run: Run, opened: OpenBuild, number: number): Promise<Position> {
  const { projection, parts } = run;
  let position = await catchUp(run, opened);
  await parts.builds.switchTo(projection, number, async (least) => {
    position = await catchUp(run, opened, withoutPause);
    if (position < least) throw new RebuildRefused(`the log ends at ${position}, before the ${least} that is read`);
  });
  return position;
}

/** Drops earlier builds, except the one that was active until now. */
async function dropOlder(builds: Builds, { name }: Projection, before: number | null): Promise<void> {
  for (const { projection, build, state } of await builds.list()) {
    if (projection === name && state === "kept" && build !== before) await builds.drop(name, build);
  }
}
