import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import type { Projection } from "../../read-models/projection.ts";
import type { BuildInProgress, BuildProgress, Builds, Continuing } from "../../store/builds.ts";
import { isTransient } from "../failures.ts";
import { type Retries, retryTransient } from "../retry.ts";
import { type BuildTarget, buildToHead, type FoldParts, lowest } from "./build-to-head.ts";
import { finishAhead } from "./finish-ahead.ts";
import { type HeldBuild, holdDocuments } from "./held-documents.ts";
import { checkpointsOf, type SaveEvery } from "./save-checkpoints.ts";
import { type CountingWriter, countWrites, createWritingProgress, type ReportProgress } from "./writing-progress.ts";

export interface BuildParts extends FoldParts {
  builds: Pick<Builds, "begin">;
  onProgress?: ReportProgress | undefined;
  /** How many documents of all builds stay in memory. */
  mostHeld?: number | undefined;
  /** How many events are read at once. */
  batchSize?: number | undefined;
  /** Reading the log is retried while it is unavailable. */
  retries?: Retries | undefined;
  /** Continues unfinished builds that agree with this, and leaves its own to be continued; builds from zero unless given. */
  continuing?: Continuing | undefined;
  saveEvery?: SaveEvery | undefined;
  /** Runs before the log is read, each time: others may want the processor. */
  makeRoom?: (() => Promise<void>) | undefined;
}

/** A build that holds the log up to its head and is durable, or why there is none. */
export type Built = Finished | { projection: Projection; error: unknown };

export interface Finished extends Pick<BuildInProgress, "build" | "isContinuable"> {
  projection: Projection;
}

interface Begun extends BuildTarget {
  build: HeldBuild;
  inProgress: BuildInProgress;
  written: CountingWriter;
}

/**
 * Builds the projections in one reading of the log. Yields each when it is finished: first those that authentication needs, so that they
 * can be read before the others are written. What is not finished when the reading or the caller ends is dropped, unless it can be
 * continued, and the pass was stopped or its failure is transient.
 * @throws as `buildToHead`
 */
export async function* buildFromZero(
  projections: readonly Projection[],
  parts: BuildParts,
  signal: AbortSignal,
): AsyncGenerator<Built> {
  const { hold } = holdDocuments(parts.mostHeld);
  const unfinished: Begun[] = [];
  const failed: Built[] = [];
  let applied = nothingApplied;
  const report: ReportProgress = (progress, each) => {
    for (const { projection, inProgress } of unfinished) {
      inProgress.saveProgress(each.get(projection.name) ?? progress);
    }
    parts.onProgress?.(progress, each);
  };
  const onProgress = (progress: BuildProgress) => {
    applied = progress;
    report(progress, new Map());
  };
  let onWritten = () => {};
  const end = async (one: Begun, how: "drop" | "leave") => {
    unfinished.splice(unfinished.indexOf(one), 1);
    await one.build.forget();
    await one.inProgress[how]();
  };
  const hasFailed = (one: Begun) => failed.some(({ projection }) => projection === one.projection);
  let endedTransiently = false;
  try {
    for (const projection of authenticationFirst(projections)) {
      const inProgress = await parts.builds.begin(projection, parts.continuing);
      tracepoint("build begun", () => projection.name);
      const written = countWrites(inProgress, { signal, onWritten: () => onWritten() });
      const { from } = inProgress;
      unfinished.push({ projection, from, inProgress, written, build: hold(projection, written, from) });
    }
    const onFailed = ({ projection }: BuildTarget, error: unknown) => void failed.push({ projection, error });
    const { batchSize } = parts;
    const { log, sealing, retries = {} } = parts;
    const scan: typeof log.scan = async (...asked) => {
      await parts.makeRoom?.();
      return retryTransient(() => log.scan(...asked), retries, signal);
    };
    const head = () => retryTransient(() => log.head(), retries, signal);
    const reading = { log: { scan, head }, sealing };
    const startedAt = Date.now();
    const done = lowest(unfinished);
    onProgress({ ...nothingApplied, started: startedAt, told: startedAt, done, total: await head() });
    const betweenBatches = checkpointsOf(unfinished, hasFailed, parts.saveEvery);
    await buildToHead({ targets: unfinished, onProgress, onFailed, betweenBatches, batchSize }, reading, signal);
    for (const one of unfinished.filter(hasFailed)) await end(one, "drop");
    yield* failed;
    const writing = createWritingProgress(unfinished.map(countedOf), applied, report);
    onWritten = () => writing.reportIfDue();
    writing.report();
    for await (const one of finishAhead([...unfinished], signal)) {
      unfinished.splice(unfinished.indexOf(one), 1);
      const { build, isContinuable } = one.inProgress;
      yield { projection: one.projection, build, isContinuable };
      writing.finish(one.projection.name);
    }
  } catch (error) {
    endedTransiently = isTransient(error);
    throw error;
  } finally {
    const how = parts.continuing && (endedTransiently || signal.aborted) ? "leave" : "drop";
    // Each is tried: on a full disk, removing one makes room for the entry that says so. What is left, the next start removes.
    for (const one of [...unfinished]) await end(one, how).catch(() => undefined);
  }
}

const nothingApplied: BuildProgress = { started: 0, told: 0, done: 0n, total: 0n, perSecond: 0 };

const countedOf = ({ projection: { name }, written, build }: Begun) => ({
  name,
  counted: () => ({ written: written.written, held: build.size }),
});

const authenticationFirst = (projections: readonly Projection[]): Projection[] => [
  ...projections.filter(({ group }) => group === "authentication"),
  ...projections.filter(({ group }) => group !== "authentication"),
];
