import type { Costs, FileCost } from "./recorded-costs.ts";

const shown = 10;

const line = (seconds: readonly number[], text: string) =>
  `  ${seconds.map((each) => each.toFixed(1).padStart(7)).join(" ")}  ${text}`;

const processorOf = (files: Readonly<Record<string, FileCost>>) =>
  Object.values(files).reduce((sum, file) => sum + file.processor, 0);

/** What a run took. */
export interface Run {
  files: Readonly<Record<string, FileCost>>;
  /** The mean processor time of the yardstick during the run, in milliseconds. */
  yardstick: number;
}

/** The files that took most processor time, and the processor time of all. All figures are in seconds, but for the yardstick. */
export function costTable({ files, yardstick }: Run): string[] {
  const dearest = Object.entries(files).toSorted(([, a], [, b]) => b.processor - a.processor);
  return [
    "",
    `Processor time: ${processorOf(files).toFixed(0)} s, where the yardstick takes ${yardstick.toFixed(2)} ms. The dearest files (seconds of processor time, of wall time):`,
    ...dearest.slice(0, shown).map(([name, cost]) => line([cost.processor, cost.wall], name)),
  ];
}

/**
 * The cost of the same tests is proportional to the yardstick plus this, from one machine to another. Fitted to two runs: docs/testing.md.
 */
const besideYardstickMs = 4.5;

/** What the same work takes on this machine, divided by what it took on that of the recorded run. */
function slowness(yardstick: number, recorded: Costs): number {
  const isMeasured = yardstick > 0;
  return isMeasured ? (yardstick + besideYardstickMs) / (recorded.yardstick + besideYardstickMs) : Number.NaN;
}

/** How many times the processor time of the recorded run this run took, had the machine been as fast as in that one. */
export const growth = ({ files, yardstick }: Run, recorded: Costs): number =>
  processorOf(files) / processorOf(recorded.files) / slowness(yardstick, recorded);

export const isOverBudget = (run: Run, recorded: Costs): boolean => !(growth(run, recorded) <= recorded.allowedGrowth);

/** The files whose processor time grew most since it was recorded, new ones included, at the speed of the recorded run. */
export function grownFiles({ files, yardstick }: Run, recorded: Costs): string[] {
  const grown = Object.entries(files).map(([name, cost]) => {
    const processor = cost.processor / slowness(yardstick, recorded);
    const before = recorded.files[name]?.processor ?? 0;
    return { name, before, processor, by: processor - before };
  });
  return grown
    .toSorted((a, b) => b.by - a.by)
    .slice(0, shown)
    .map(({ name, before, processor, by }) => line([by], `${name} (${before.toFixed(1)} to ${processor.toFixed(1)})`));
}
