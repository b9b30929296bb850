import type { Position } from "@attestory/events/envelope.ts";
import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import type { Projection } from "../read-models/projection.ts";
import { type Build, type Builds, type OpenBuild, previousDropped } from "../store/builds.ts";
import { type Alone, alone, type Work } from "./alone.ts";
import { type Comparison, compareBuilds } from "./compare-builds.ts";
import { isTransient } from "./failures.ts";
import { type BuildParts, buildFromZero, type Finished } from "./pass/build-from-zero.ts";
import { buildToHead } from "./pass/build-to-head.ts";

export interface RebuildParts extends BuildParts, Alone {
  builds: Builds;
  /** The active builds are far behind: they are neither compared with the new ones nor kept. */
  dropsPrevious?: boolean;
  /** Called when a new build has become active. */
  onRebuilt?: (rebuilt: Rebuilt) => void;
}

export interface Rebuilt {
  projection: Projection;
  build: number;
  position: Position;
  seconds: number;
  /** Null if no build was active before, and after a roll-back. */
  compared: Comparison | null;
}

/** Nothing was switched for this projection. */
export interface Failed {
  projection: Projection;
  error: unknown;
}

/** The new build is worse than the active one, or there is no build to roll back to. Nothing was switched. */
export class RebuildRefused extends Error {
  override name = "RebuildRefused";
}

/** The rebuild or roll-back of one projection. */
interface Run extends Work<RebuildParts> {
  projection: Projection;
}

/**
 * Rebuilds the projections beside their active builds, in one reading of the log. Compares each new build with the active one and then
 * makes it active: first those that authentication needs. The previous build is kept for `rollBack`; older ones are dropped. If it is
 * interrupted before a switch, the active build stays as it was. Returns the projections that were not rebuilt.
 */
export const rebuildTogether = (
  projections: readonly Projection[],
  parts: RebuildParts,
  stop: AbortSignal,
): Promise<Failed[]> => alone(projections, { parts, signal: stop }, (work) => rebuildIn(work, projections));

/** Does it where no other process rebuilds one of the projections. */
export async function rebuildIn(
  { parts, signal }: Work<RebuildParts>,
  projections: readonly Projection[],
): Promise<Failed[]> {
  const started = performance.now();
  const failed: Failed[] = [];
  for await (const built of buildFromZero(projections, parts, signal)) {
    const { projection } = built;
    const outcome = "error" in built ? built : await takenOver({ projection, parts, signal }, built);
    if ("error" in outcome) failed.push(outcome);
    else parts.onRebuilt?.({ ...outcome, seconds: secondsSince(started) });
  }
  return failed;
}

/** The same of one projection. @throws RebuildRefused */
export async function rebuild(projection: Projection, parts: RebuildParts, stop: AbortSignal): Promise<Rebuilt> {
  const rebuilt: Rebuilt[] = [];
  const onRebuilt = (one: Rebuilt) => void rebuilt.push(one);
  const [failed] = await rebuildTogether([projection], { ...parts, onRebuilt }, stop);
  if (failed) throw failed.error;
  return rebuilt[0] as Rebuilt;
}

const secondsSince = (started: number) => (performance.now() - started) / 1000;

/** Makes a finished build the active one, or drops it. */
async function takenOver(run: Run, { build, isContinuable }: Finished): Promise<Omit<Rebuilt, "seconds"> | Failed> {
  const { projection, parts, signal } = run;
  try {
    return { projection, build, ...(await takeOver(run, build)) };
  } catch (error) {
    // Another process may continue the build already, if this one has lost its lease.
    if (parts.continuing && isContinuable) {
      signal.throwIfAborted();
      // It has every event: the next pass only switches.
      if (isTransient(error)) return { projection, error };
    }
    // `drop` refuses a build that has become active. Its error is ignored: the first error counts.
    await parts.builds.drop(projection.name, build).catch(() => undefined);
    signal.throwIfAborted();
    return { projection, error };
  }
}

async function takeOver(run: Run, number: number) {
  const { projection, parts } = run;
  const before = await numberOf(parts.builds, projection, "running");
  const opened = await parts.builds.open(projection, number);
  try {
    const isCompared = before !== null && !parts.dropsPrevious;
    const compared = isCompared ? await compareWith(run, opened, before) : null;
    const position = await switchTo(run, opened, number);
    tracepoint("build active", () => projection.name);
    await dropOlder(parts.builds, projection, parts.dropsPrevious ? null : before);
    tracepoint("older builds dropped", () => projection.name);
    return { compared, position };
  } finally {
    await opened.close();
  }
}

/** Makes the previous build active again, after it has caught up with the log. @throws RebuildRefused */
export const rollBack = (projection: Projection, parts: RebuildParts, stop: AbortSignal): Promise<Rebuilt> =>
  alone([projection], { parts, signal: stop }, async ({ signal }) => {
    const run = { projection, parts, signal };
    const started = performance.now();
    const previous = await numberOf(parts.builds, projection, "kept");
    if (previous === null) throw new RebuildRefused(`there is no earlier build of ${projection.name}`);
    const opened = await parts.builds.open(projection, previous);
    try {
      const position = await switchTo(run, opened, previous);
      return { projection, build: previous, position, seconds: secondsSince(started), compared: null };
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
    return await compareBuilds(opened, old, run.signal);
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
  return buildToHead({ targets: [{ projection, build, from }], betweenBatches }, parts, signal);
};

/** Does not yield: writers wait during a switch, so no other work of this thread may come in between. */
const withoutPause = () => Promise.resolve();

/** Catches up once before the switch, so that writers of the active build wait only for milliseconds. */
async function switchTo(run: Run, opened: OpenBuild, number: number): Promise<Position> {
  const { projection, parts } = run;
  let position = await catchUp(run, opened);
  const caughtUp = async (least: Position): Promise<unknown> => {
    position = await catchUp(run, opened, withoutPause);
    if (position < least) throw new RebuildRefused(`the log ends at ${position}, before the ${least} that is read`);
    tracepoint("build caught up", () => projection.name);
    return parts.dropsPrevious ? previousDropped : undefined;
  };
  await parts.builds.switchTo(projection, number, caughtUp);
  return position;
}

/** Drops earlier builds, except the one that was active until now, if that is kept. */
async function dropOlder(builds: Builds, { name }: Projection, before: number | null): Promise<void> {
  for (const { projection, build, state } of await builds.list()) {
    if (projection === name && state !== "running" && build !== before) await builds.drop(name, build);
  }
}
