import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { noLimits, waitAfter } from "./budgets.ts";
import { budgetsContract, many } from "./budgets-contract.ts";
import { inProcessBudgets } from "./in-process-budgets.ts";

function opened() {
  let nowMs = Date.UTC(2026, 2, 1);
  const budgets = inProcessBudgets(() => new Date(nowMs));
  const pass = (seconds: number) => {
    nowMs += seconds * 1000;
  };
  return { budgets, pass };
}

budgetsContract("in process", opened);

it("makes the wait longer from a second to the longest", () => {
  const rule = { free: 5, longestSeconds: 900, forgetSeconds: 86_400 };
  expect([0, 4, 5, 6, 7, 14, 15, 16, 1e6].map((taken) => waitAfter(rule, taken))).toEqual([
    ...[0, 0, 1, 2, 4, 512, 900, 900, 900],
  ]);
});

const collectGarbage = (): void => {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
};

it("RL-01 keeps no more memory than it was made for, whatever a thousand networks send of a thousand keys each", async () => {
  const { budgets } = opened();
  const budget = budgets.delays("test", { free: 5, longestSeconds: 900, forgetSeconds: 86_400 });
  await many(budget, 5, "kept in use");
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let network = 0; network < 1000; network++) {
    for (let n = 0; n < 1000; n++) await budget.take(`email-${network}-${n}-0123456789012345678901234567890`);
    // Whoever is still guessed at is not forgotten for those who come once.
    if (network % 40 === 0) await budget.take("kept in use");
  }
  collectGarbage();
  expect((process.memoryUsage().heapUsed - before) / 1024 ** 2).toBeLessThan(30);
  expect(await many(budget, 1, "kept in use")).not.toEqual(["taken"]);
}, 20_000);

it("limits nothing where limits are off", async () => {
  expect(await many(noLimits.window("test", 1, 60), 3)).toEqual(["taken", "taken", "taken"]);
});
