import type { Reporter, TestModule } from "vitest/node";
import { costTable, grownFiles, growth, isOverBudget, type Run } from "./cost-table.ts";
import { type FileCost, recordCosts, recordedCosts } from "./recorded-costs.ts";

/**
 * Prints the dearest files of a run and their processor time. `TEST_BUDGET=check` fails a run that took more than the recorded one by more
 * than the allowed growth, measured against the yardstick; `TEST_BUDGET=record` records the run, which has to be a whole one.
 */
export class CostReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const measured = modules.filter((module) => module.meta().processorSeconds !== undefined);
    // Only `npm test` measures its files.
    if (measured.length === 0) return;
    const run = runOf(measured);
    const say = (line: string) => process.stdout.write(`${line}\n`);
    for (const line of costTable(run)) say(line);
    const asked = process.env.TEST_BUDGET;
    const recorded = recordedCosts();
    if (asked === "record") recordCosts({ ...recorded, ...run });
    if (asked !== "check") return;
    say(`At equal speed, ${growth(run, recorded).toFixed(2)} times the processor time of the recorded run.`);
    if (!isOverBudget(run, recorded)) return;
    say(`That is above ${recorded.allowedGrowth}, the allowed growth in e2e/cost/recorded-costs.json. What grew most:`);
    for (const line of grownFiles(run, recorded)) say(line);
    process.exitCode = 1;
  }
}

const rounded = (value: number, digits: number) => Number(value.toFixed(digits));

function runOf(modules: readonly TestModule[]): Run {
  const yardsticks = modules.map((module) => module.meta().yardstick ?? 0);
  return {
    files: Object.fromEntries(modules.map((module) => [module.relativeModuleId, costOf(module)])),
    yardstick: rounded(yardsticks.reduce((sum, each) => sum + each, 0) / yardsticks.length, 2),
  };
}

const costOf = (module: TestModule): FileCost => ({
  wall: rounded(module.diagnostic().duration / 1000, 1),
  processor: rounded(module.meta().processorSeconds ?? 0, 1),
});
