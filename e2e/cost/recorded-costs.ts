import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** What `npm test` may cost, and what it cost when this was recorded, on a machine with two cores. All figures are in seconds. */
export interface Costs {
  /** `.ci/run` fails when the processor time of `npm test` is above this figure. */
  processorBudget: number;
  files: Record<string, FileCost>;
}

export interface FileCost {
  wall: number;
  /** Of the test file, and of the browser and the processes that it used. */
  processor: number;
}

const file = new URL("./recorded-costs.json", import.meta.url);

export const recordedCosts = (): Costs => JSON.parse(readFileSync(file, "utf8"));

/** Leaves out the files that no longer exist. */
export function recordCosts(costs: Costs): void {
  const present = Object.entries(costs.files).filter(([name]) => existsSync(new URL(`../../${name}`, import.meta.url)));
  const byName = present.toSorted(([a], [b]) => (a < b ? -1 : 1));
  const lines = byName.map(([name, cost]) => `    ${JSON.stringify(name)}: ${JSON.stringify(cost)}`);
  const head = `  "processorBudget": ${costs.processorBudget},\n  "files": {\n`;
  writeFileSync(file, `{\n${head}${lines.join(",\n")}\n  }\n}\n`);
}
