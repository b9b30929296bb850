import type { Reporter, TestModule } from "vitest/node";
import { costTable, grownFiles, isOverBudget } from "./cost-table.ts";
import { type FileCost, recordCosts, recordedCosts } from "./recorded-costs.ts";

/**
 * Prints the dearest files of a run and its processor time: that of all files, and of the process that started their workers. `TEST_BUDGET=check` fails a run whose processor time is above the recorded
 * budget; `TEST_BUDGET=record` records what each file cost.
 */
export class CostReporter implements Reporter {
  onTestRunEnd(modules: readonly TestModule[]): void {
    const measured = modules.filter((module) => module.meta().processorSeconds !== undefined);
    // Only `npm test` measures its files.
    if (measured.length === 0) return;
    const files = Object.fromEntries(measured.map((module) => [module.relativeModuleId, costOf(module)]));
    const { user, system } = process.cpuUsage();
    const processor = Object.values(files).reduce((sum, file) => sum + file.processor, (user + system) / 1e6);
    const say = (line: string) => process.stdout.write(`${line}\n`);
    for (const line of costTable(files, processor)) say(line);
    const asked = process.env.TEST_BUDGET;
    const recorded = recordedCosts();
    if (asked === "record") recordCosts({ ...recorded, files: { ...recorded.files, ...files } });
    if (asked !== "check" || !isOverBudget(processor, recorded)) return;
    say(
      `The processor time is above the budget of ${recorded.processorBudget} s in e2e/cost/recorded-costs.json. What grew most:`,
    );
    for (const line of grownFiles(files, recorded)) say(line);
    process.exitCode = 1;
  }
}

const rounded = (seconds: number) => Math.round(seconds * 10) / 10;

const costOf = (module: TestModule): FileCost => ({
  wall: rounded(module.diagnostic().duration / 1000),
  processor: rounded(module.meta().processorSeconds ?? 0),
});
