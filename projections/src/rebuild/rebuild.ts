import type { Position } from "@attestory/events/envelope.ts";
import { type Leases, whileLeased } from "../follower/lease.ts";
import type { Projection } from "../read-models/projection.ts";
import type { BuildProgress, Builds, OpenBuild } from "../store/builds.ts";
import { buildToHead, type RebuildParts as FoldParts } from "./build-to-head.ts";
import { type Comparison, compareBuilds } from "./compare-builds.ts";

export interface RebuildParts extends FoldParts {
  builds: Builds;
  leases: Leases;
  /** Identifies this process among all that share the leases. */
  holder: string;
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

/** Runs `work` alone: waits while another process rebuilds the projection. */
async function alone<Result>(
  { name }: Projection,
  { leases, holder }: RebuildParts,
  work: (signal: AbortSignal) => Promise<Result>,
  signal: AbortSignal,
): Promise<Result> {
  const done = new AbortController();
  let result: { is: Result } | null = null;
  const once = async (held: AbortSignal) => {
    result = { is: await work(held) };
    done.abort();
  };
  await whileLeased(leases, [`rebuild ${name}`], holder, once, AbortSignal.any([signal, done.signal]), times);
  signal.throwIfAborted();
  // Set by `once`, which TypeScript's control flow analysis does not see.
  return (result as unknown as { is: Result }).is;
}

/**
 * Rebuilds the projection beside the active build, compares the two, and then makes the new one active. The previous build is
 * kept for `rollBack`; older ones are dropped. If it is interrupted before the switch, the active build stays as it was.
 * @throws RebuildRefused
 */
export const rebuild = (
  projection: Projection,
  parts: RebuildParts,
  onProgress: (progress: BuildProgress) => void,
  stop: AbortSignal,
): Promise<Rebuilt> =>
  alone(
    projection,
    parts,
    async (signal) => {
      const started = performance.now();
      const build = await finishedBuild(projection, parts, onProgress, signal);
      try {
        return { build, ...(await takeOver(projection, parts, build, signal)), seconds: secondsSince(started) };
      } catch (error) {
        // `drop` refuses a build that has become active. Its error is ignored: the first error is thrown.
        await parts.builds.drop(projection.name, build).catch(() => undefined);
        throw error;
      }
    },
    stop,
  );

const secondsSince = (started: number) => (performance.now() - started) / 1000;

/** Builds up to the log's head, seals the build and returns its number. */
async function finishedBuild(
  projection: Projection,
  parts: RebuildParts,
  onProgress: (progress: BuildProgress) => void,
  signal: AbortSignal,
): Promise<number> {
  const unsealed = await parts.builds.begin(projection);
  const tell = (progress: BuildProgress) => {
    unsealed.tell(progress);
    onProgress(progress);
  };
  try {
    await buildToHead(projection, unsealed, parts, 0n, tell, signal);
    await unsealed.seal();
  } catch (error) {
    await unsealed.drop();
    throw error;
  }
  return unsealed.build;
}

async function takeOver(projection: Projection, parts: RebuildParts, build: number, signal: AbortSignal) {
  const { builds } = parts;
  const before = await running(builds, projection);
  const opened = await builds.open(projection, build);
  try {
    const compared = before === null ? null : await compareWith(projection, parts, opened, before, signal);
    const position = await switchTo(projection, parts, build, opened, signal);
    await dropOlder(builds, projection, before);
    return { compared, position };
  } finally {
    await opened.close();
  }
}

/** Makes the previous build active again, after it has caught up with the log. @throws RebuildRefused */
export const rollBack = (projection: Projection, parts: RebuildParts, stop: AbortSignal): Promise<Rebuilt> =>
  alone(
    projection,
    parts,
    async (signal) => {
      const started = performance.now();
      const [kept] = (await parts.builds.list()).filter(
        ({ projection: name, state }) => name === projection.name && state === "kept",
      );
      if (!kept) throw new RebuildRefused(`there is no earlier build of ${projection.name}`);
      const opened = await parts.builds.open(projection, kept.build);
      try {
        const position = await switchTo(projection, parts, kept.build, opened, signal);
        return { build: kept.build, position, seconds: secondsSince(started), compared: null };
      } finally {
        await opened.close();
      }
    },
    stop,
  );

const running = async (builds: Builds, { name }: Projection): Promise<number | null> =>
  (await builds.list()).find(({ projection, state }) => projection === name && state === "running")?.build ?? null;

async function compareWith(
  projection: Projection,
  parts: RebuildParts,
  opened: OpenBuild,
  before: number,
  signal: AbortSignal,
): Promise<Comparison> {
  const old = await parts.builds.open(projection, before);
  try {
    await catchUp(projection, parts, opened, signal);
    const [now, then] = [await opened.countParked(), await old.countParked()];
    if (now > then) {
      const [example] = await opened.parked(projection.name, 1);
      throw new RebuildRefused(
        `${now} documents of ${projection.name} cannot be folded, where ${then} stand still now: ${example?.reason}`,
      );
    }
    return await compareBuilds(opened, old);
  } finally {
    await old.close();
  }
}

const nothing = () => undefined;
const catchUp = async (
  projection: Projection,
  parts: FoldParts,
  opened: OpenBuild,
  signal: AbortSignal,
  betweenBatches?: () => Promise<unknown>,
) => buildToHead(projection, opened, parts, await opened.checkpoint(projection.name), nothing, signal, betweenBatches);

/** Does not yield: writers wait during a switch, so no other work of this thread may come in between. */
const withoutPause = () => Promise.resolve();

/** Catches up once before the switch, so that writers of the active build wait only for milliseconds. */
async function switchTo(
  projection: Projection,
  parts: RebuildParts,
  build: number,
  opened: OpenBuild,
  signal: AbortSignal,
): Promise<Position> {
  const { log, sealing } = parts;
  let position = await catchUp(projection, parts, opened, signal);
  await parts.builds.switchTo(projection, build, async (least) => {
    position = await catchUp(projection, { log, sealing }, opened, signal, withoutPause);
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
