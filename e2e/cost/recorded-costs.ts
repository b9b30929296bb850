import { existsSync, readFileSync, writeFileSync } from "node:fs";

/** What `npm test` cost when this was recorded, on a machine with two cores, and how much more it may cost. */
export interface Costs {
  /** `.ci/run` fails when `npm test` takes more than this many times the recorded processor time, on a machine of the same speed. */
  allowedGrowth: number;
  /** The mean processor time of the yardstick (`yardstick.ts`) in the recorded run, in milliseconds: how fast the machine was. */
  yardstick: number;
  files: Record<string, FileCost>;
}

/** In seconds. */
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
  const head = [`  "allowedGrowth": ${costs.allowedGrowth},`, `  "yardstick": ${costs.yardstick},`, `  "files": {`];
  writeFileSync(file, `{\n${head.join("\n")}\n${lines.join(",\n")}\n  }\n}\n`);
}
