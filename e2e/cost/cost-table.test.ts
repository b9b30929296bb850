import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { costTable, grownFiles, growth, isOverBudget } from "./cost-table.ts";
import { processorTime } from "./processor-time.ts";

const files = { "a.test.ts": { wall: 2, processor: 1 }, "b.test.ts": { wall: 1, processor: 3.25 } };

describe("the cost of a run", () => {
  it("lists the dearest files first", () => {
    expect(costTable({ files, yardstick: 10 })).toEqual([
      "",
      "Processor time: 4 s, where the yardstick takes 10.00 ms. The dearest files (seconds of processor time, of wall time):",
      "      3.3     1.0  b.test.ts",
      "      1.0     2.0  a.test.ts",
    ]);
  });

  it("is compared with the recorded run at equal speed, and names the files that grew most", () => {
    const recorded = { allowedGrowth: 1.2, yardstick: 5.5, files: { "b.test.ts": { wall: 1, processor: 1.5 } } };
    const onSlowerMachine = { files, yardstick: 15.5 };
    expect(growth(onSlowerMachine, recorded)).toBeCloseTo(4.25 / 3);
    expect(grownFiles(onSlowerMachine, recorded)).toEqual([
      "      0.5  a.test.ts (0.0 to 0.5)",
      "      0.1  b.test.ts (1.5 to 1.6)",
    ]);
  });

  it("is over the budget only above the allowed growth, and if nothing says how fast the machine was", () => {
    const recorded = { allowedGrowth: 1.25, yardstick: 5.5, files: { "b.test.ts": { wall: 1, processor: 4 } } };
    const run = (processor: number, yardstick: number) =>
      isOverBudget({ files: { "b.test.ts": { wall: 1, processor } }, yardstick }, recorded);
    expect([run(5, 5.5), run(5.1, 5.5), run(10, 15.5), run(10.1, 15.5)]).toEqual([false, true, false, true]);
    expect([run(1, 0), run(1, Number.NaN)]).toEqual([true, true]);
  });

  it("includes processes that were started and have ended", () => {
    const before = processorTime();
    execFileSync(process.execPath, ["-e", "while (process.cpuUsage().user < 300_000);"]);
    expect(processorTime() - before).toBeGreaterThan(0.25);
  });
});
