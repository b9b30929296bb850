import { createProgress, type ShownProgress } from "@attestory/runtime/command-line/show-progress.ts";
import { counted, figuresOf, totalInWords } from "../rebuild/command/progress-words.ts";
import type { BuildProgress } from "../store/builds.ts";

/** Shows on a terminal how far the builds of read models are. */
export interface BuildBar {
  /** Whether the log is written to the same terminal. */
  standsInLog: boolean;
  show(readModels: number, progress: BuildProgress): void;
  /** Leaves one line: how many of them were built, and how fast. */
  end(built: number, of: number, progress: BuildProgress): void;
}

/** Null where standard error is no terminal. */
export function openBuildBar(shown: ShownProgress = createProgress()): BuildBar | null {
  if (!shown.isTerminal()) return null;
  return {
    standsInLog: process.stdout.isTTY === true,
    show: (readModels, progress) => shown.show(figuresOf(readModels, progress)),
    end: (built, of, progress) => shown.end(`${built} of ${counted(of)} built: ${totalInWords(progress, Date.now())}`),
  };
}
