import { expect, it } from "vitest";
import { budgetsContract, many } from "../testing/rate-limiter.contract.ts";
import { inProcessBudgets, mostKeys } from "./in-process-rate-limiter.ts";
import { noLimits, waitAfter } from "./rate-limiter.ts";

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

it("RL-01 keeps a bounded number of keys: forgets those that come once, and not one that is still guessed at", async () => {
  const { budgets } = opened();
  const budget = budgets.delays("test", { free: 5, longestSeconds: 900, forgetSeconds: 86_400 });
  await many(budget, 5, "kept in use");
  expect([await budget.take("came twice"), await budget.take("came twice")]).toEqual([{ taken: 1 }, { taken: 2 }]);
  for (let n = 0; n < mostKeys; n++) {
    await budget.take(`email-${n}`);
    if (n % (mostKeys / 5) === 0) await budget.take("kept in use");
  }
  expect(await budget.take("came twice")).toEqual({ taken: 1 });
  expect(await many(budget, 1, "kept in use")).not.toEqual(["taken"]);
});

it("limits nothing where limits are off", async () => {
  expect(await many(noLimits.window("test", 1, 60), 3)).toEqual(["taken", "taken", "taken"]);
});
