import type { BuildInProgress, BuildProgress, Writing } from "../../store/builds.ts";

/** Counts the documents that are written to a build. */
export interface CountingWriter extends Pick<BuildInProgress, "load" | "write"> {
  readonly written: number;
}

/** @throws the signal's reason at the next write */
export function countWrites(
  build: Pick<BuildInProgress, "load" | "write">,
  { signal, onWritten }: { signal: AbortSignal; onWritten: () => void },
): CountingWriter {
  let written = 0;
  return {
    get written() {
      return written;
    },
    load: (collection, keys) => build.load(collection, keys),
    async write(changes) {
      signal.throwIfAborted();
      await build.write(changes);
      for (const { documents } of changes) written += documents.size;
      onWritten();
    },
  };
}

/** A build whose documents are being written, or will be. */
export interface WrittenBuild {
  name: string;
  /** How many documents it wrote so far, and how many it still holds. */
  counted(): { written: number; held: number };
}

/** The progress of the whole pass, and that of each of its builds by name. */
export type ReportProgress = (progress: BuildProgress, each: ReadonlyMap<string, BuildProgress>) => void;

const reportEveryMs = 500;

/**
 * The progress of the second phase of a pass, beginning now. A document that was written while events were applied counts once its build
 * is finished: until then it is not sorted. Reports twice a second, and whenever a build is finished.
 */
export function createWritingProgress(builds: readonly WrittenBuild[], applied: BuildProgress, report: ReportProgress) {
  const started = performance.now();
  const finished = new Set<string>();
  const begun = builds.map((build) => {
    const { written, held } = build.counted();
    return { ...build, before: written, of: written + held };
  });
  let reportedAt = Number.NEGATIVE_INFINITY;

  const rate = (documents: number) => (documents * 1000) / Math.max(1, performance.now() - started);
  const documentsOf = ({ name, before, of, counted }: (typeof begun)[number]) =>
    finished.has(name) ? of : Math.min(of, counted().written - before);
  const progress = (writing: Omit<Writing, "perSecond">): BuildProgress => ({
    ...applied,
    told: Date.now(),
    writing: { ...writing, perSecond: rate(writing.documents) },
  });
  const reportNow = () => {
    reportedAt = performance.now();
    const each = begun.map((one) => ({ name: one.name, documents: documentsOf(one), of: one.of }));
    const sum = (of: "documents" | "of") => each.reduce((all, one) => all + one[of], 0);
    const byName = each.map(({ name, ...writing }) => [name, progress(writing)] as const);
    report(progress({ documents: sum("documents"), of: sum("of") }), new Map(byName));
  };
  return {
    report: reportNow,
    reportIfDue(): void {
      if (performance.now() - reportedAt >= reportEveryMs) reportNow();
    },
    finish(name: string): void {
      finished.add(name);
      reportNow();
    },
  };
}
