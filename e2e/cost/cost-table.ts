import type { Costs, FileCost } from "./recorded-costs.ts";

const shown = 10;

const line = (seconds: readonly number[], text: string) =>
  `  ${seconds.map((each) => each.toFixed(1).padStart(7)).join(" ")}  ${text}`;

/** The files that took most processor time, and the processor time of the whole run. All figures are in seconds. */
export function costTable(files: Readonly<Record<string, FileCost>>, processor: number): string[] {
  const dearest = Object.entries(files).toSorted(([, a], [, b]) => b.processor - a.processor);
  return [
    "",
    `Processor time: ${processor.toFixed(0)} s. The dearest files (seconds of processor time, of wall time):`,
    ...dearest.slice(0, shown).map(([name, cost]) => line([cost.processor, cost.wall], name)),
  ];
}

export const isOverBudget = (processor: number, { processorBudget }: Costs): boolean => processor > processorBudget;

/** The files whose processor time grew most since it was recorded, new ones included. */
export function grownFiles(files: Readonly<Record<string, FileCost>>, recorded: Costs): string[] {
  const grown = Object.entries(files).map(([name, { processor }]) => {
    const before = recorded.files[name]?.processor ?? 0;
    return { name, before, processor, by: processor - before };
  });
  return grown
    .toSorted((a, b) => b.by - a.by)
    .slice(0, shown)
    .map(({ name, before, processor, by }) => line([by], `${name} (${before.toFixed(1)} to ${processor.toFixed(1)})`));
}
