import { tracepoint } from "@attestory/runtime/tracepoints.ts";
import type { Projection } from "../read-models/projection.ts";
import type { BuildInProgress, BuildProgress, Builds } from "../store/builds.ts";
import { type BuildTarget, buildToHead, type FoldParts } from "./build-to-head.ts";
import { type HeldBuild, holdDocuments } from "./held-documents.ts";
import { type Patience, patiently } from "./patience.ts";
import { type CountingWriter, countWrites, createWritingProgress, type ReportProgress } from "./writing-progress.ts";

export interface BuildParts extends FoldParts {
  builds: Pick<Builds, "begin">;
  onProgress?: ReportProgress | undefined;
  /** How many documents of all builds stay in memory. */
  mostHeld?: number | undefined;
  /** How many events are read at once. */
  batchSize?: number | undefined;
  /** What is done if the log is unavailable for a while. */
  patience?: Patience | undefined;
}

/** How many builds are being finished at once. */
const finishedAhead = 3;

/** A build that holds the log up to its head and is durable, or why there is none. */
export type Built = { projection: Projection; build: number } | { projection: Projection; error: unknown };

interface Begun extends BuildTarget {
  build: HeldBuild;
  inProgress: BuildInProgress;
  written: CountingWriter;
}

/**
 * Builds the projections in one reading of the log. Yields each when it is finished: first those that authentication needs, so that they
 * can be read before the others are written. What is not finished when the reading or the caller ends is dropped.
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
  const drop = async (one: Begun) => {
    unfinished.splice(unfinished.indexOf(one), 1);
    await one.build.forget();
    await one.inProgress.drop();
  };
  const startedAt = Date.now();
  onProgress({ ...nothingApplied, started: startedAt, told: startedAt, total: await parts.log.head() });
  try {
    for (const projection of authenticationFirst(projections)) {
      const inProgress = await parts.builds.begin(projection);
      tracepoint("build begun", () => projection.name);
      const written = countWrites(inProgress, { signal, onWritten: () => onWritten() });
      unfinished.push({ projection, from: 0n, inProgress, written, build: hold(projection, written) });
    }
    const onFailed = ({ projection }: BuildTarget, error: unknown) => void failed.push({ projection, error });
    const { batchSize } = parts;
    const { log, sealing, patience = {} } = parts;
    const scan: typeof log.scan = (...asked) => patiently(() => log.scan(...asked), patience, signal);
    const head = () => patiently(() => log.head(), patience, signal);
    const reading = { log: { scan, head }, sealing };
    await buildToHead({ targets: unfinished, onProgress, onFailed, batchSize }, reading, signal);
    for (const one of [...unfinished])
      if (failed.some(({ projection }) => projection === one.projection)) await drop(one);
    yield* failed;
    const writing = createWritingProgress(unfinished.map(countedOf), applied, report);
    onWritten = () => writing.reportIfDue();
    writing.report();
    for await (const one of finishAhead([...unfinished], signal)) {
      unfinished.splice(unfinished.indexOf(one), 1);
      yield { projection: one.projection, build: one.inProgress.build };
      writing.finish(one.projection.name);
    }
  } finally {
    // Each is tried: on a full disk, removing one makes room for the entry that says so. What is left, the next start removes.
    for (const one of [...unfinished]) await drop(one).catch(() => undefined);
  }
}

const nothingApplied: BuildProgress = { started: 0, told: 0, done: 0n, total: 0n, perSecond: 0 };

const countedOf = ({ projection: { name }, written, build }: Begun) => ({
  name,
  counted: () => ({ written: written.written, held: build.size }),
});

/** Finishes builds in their order. While the caller takes one over, the next ones are written already. */
async function* finishAhead(begun: readonly Begun[], signal: AbortSignal): AsyncGenerator<Begun> {
  const underWay: Promise<Begun>[] = [];
  const beginNext = (at: number) => {
    const next = begun[at];
    if (!next) return;
    const finished = finish(next, signal);
    // Its turn to be awaited comes later, or not at all.
    finished.catch(() => undefined);
    underWay.push(finished);
  };
  try {
    for (let at = 0; at < finishedAhead; at++) beginNext(at);
    for (let at = finishedAhead; underWay.length > 0; at++) {
      signal.throwIfAborted();
      yield (await underWay.shift()) as Begun;
      beginNext(at);
    }
  } finally {
    // What is still being written cannot be dropped yet.
    await Promise.allSettled(underWay);
  }
}

async function finish(one: Begun, signal: AbortSignal): Promise<Begun> {
  signal.throwIfAborted();
  await one.build.flush();
  tracepoint("build written", () => one.projection.name);
  await one.inProgress.seal();
  tracepoint("build sealed", () => one.projection.name);
  return one;
}

const authenticationFirst = (projections: readonly Projection[]): Projection[] => [
  ...projections.filter(({ group }) => group === "authentication"),
  ...projections.filter(({ group }) => group !== "authentication"),
];
