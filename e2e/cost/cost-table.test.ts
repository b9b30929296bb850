import { execFileSync } from "node:child_process";
import { describe, expect, it } from "vitest";
import { costTable, grownFiles, isOverBudget } from "./cost-table.ts";
import { processorTime } from "./processor-time.ts";

const files = { "a.test.ts": { wall: 2, processor: 1 }, "b.test.ts": { wall: 1, processor: 3.25 } };

describe("the cost of a run", () => {
  it("lists the dearest files first", () => {
    expect(costTable(files, 4.4)).toEqual([
      "",
      "Processor time: 4 s. The dearest files (seconds of processor time, of wall time):",
      "      3.3     1.0  b.test.ts",
      "      1.0     2.0  a.test.ts",
    ]);
  });

  it("is over the budget only above it, and names the files that grew most", () => {
    const recorded = { processorBudget: 4, files: { "b.test.ts": { wall: 1, processor: 3 } } };
    expect([isOverBudget(4, recorded), isOverBudget(4.1, recorded)]).toEqual([false, true]);
    expect(grownFiles(files, recorded)).toEqual([
      "      1.0  a.test.ts (0.0 to 1.0)",
      "      0.3  b.test.ts (3.0 to 3.3)",
    ]);
  });

  it("includes processes that were started and have ended", () => {
    const before = processorTime();
    execFileSync(process.execPath, ["-e", "while (process.cpuUsage().user < 300_000);"]);
    expect(processorTime() - before).toBeGreaterThan(0.25);
  });
});
