import { type ProgressFigures, progressBar, progressLine } from "./progress-text.ts";
import { type StatusLine, statusLine, type Terminal } from "./status-line.ts";

const linesEveryMs = 10_000;
const turnsEveryMs = 250;
const turns = ["|", "/", "-", "\\"];

interface ProgressOutput {
  line?: StatusLine;
  /** Gets the lines. */
  stream?: Terminal;
  /** Milliseconds on a monotonic clock. */
  clock?: () => number;
}

/** Shows how far something is: on a terminal by a bar in the status line, elsewhere by a line every ten seconds, on standard error. */
export function createProgress(output: ProgressOutput = {}) {
  const { line = statusLine, stream = process.stderr, clock = () => performance.now() } = output;
  let shownAt = clock();
  let figures: ProgressFigures | null = null;
  let turn = 0;
  let turning: NodeJS.Timeout | null = null;
  const text = (columns: number) => (figures ? `${turns[turn]} ${progressBar(figures, columns - 2)}` : "");

  const showBar = () => {
    line.show(text);
    // Moves also while nothing is reported, so that everyone sees that the process runs.
    turning ??= setInterval(() => {
      turn = (turn + 1) % turns.length;
      line.redraw();
    }, turnsEveryMs).unref();
  };
  const writeLineIfDue = (now: ProgressFigures) => {
    if (clock() - shownAt < linesEveryMs) return;
    shownAt = clock();
    stream.write(`attestory: ${progressLine(now)}\n`);
  };
  const stop = () => {
    if (turning) clearInterval(turning);
    turning = null;
    if (figures) line.end();
    figures = null;
  };
  return {
    isTerminal: () => line.isTerminal(),
    show(now: ProgressFigures): void {
      figures = now;
      if (line.isTerminal()) showBar();
      else writeLineIfDue(now);
    },
    /** Removes the bar. On a terminal, `last` stays in its place. */
    end(last?: string): void {
      stop();
      if (last !== undefined && line.isTerminal()) stream.write(`${last}\n`);
    },
  };
}

export type ShownProgress = ReturnType<typeof createProgress>;
