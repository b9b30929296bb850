import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { describe, expect, it } from "vitest";
import { type Budget, noLimits, takeFromAll, waitAfter } from "./budgets.ts";
import { inProcessBudgets } from "./in-process-budgets.ts";

function opened() {
  let nowMs = Date.UTC(2026, 2, 1);
  const budgets = inProcessBudgets(() => new Date(nowMs));
  const pass = (seconds: number) => {
    nowMs += seconds * 1000;
  };
  return { budgets, pass };
}
const many = async (budget: Budget, count: number, key = "a") => {
  const takes = await Promise.all(Array.from({ length: count }, () => budget.take(key)));
  return takes.map((take) => ("taken" in take ? "taken" : take.waitSeconds));
};

describe("so many in a window", () => {
  it("gives no more than there are to any number at once, and all again when the window is over", async () => {
    const { budgets, pass } = opened();
    const budget = budgets.window("test", 3, 60);
    expect(await many(budget, 5)).toEqual(["taken", "taken", "taken", 60, 60]);
    pass(59.5);
    expect(await many(budget, 1)).toEqual([1]);
    pass(0.5);
    expect(await many(budget, 4)).toEqual(["taken", "taken", "taken", 60]);
  });

  it("does not begin anew with each that is taken", async () => {
    const { budgets, pass } = opened();
    const budget = budgets.window("test", 3, 60);
    await budget.take("a");
    pass(50);
    expect(await many(budget, 3)).toEqual(["taken", "taken", 10]);
  });

  it("takes back what was not used, and forgets it all when it is told to", async () => {
    const { budgets } = opened();
    const budget = budgets.window("test", 2, 60);
    expect(await many(budget, 3)).toEqual(["taken", "taken", 60]);
    await budget.giveBack("a");
    expect(await many(budget, 2)).toEqual(["taken", 60]);
    await budget.restore("a");
    expect(await many(budget, 3)).toEqual(["taken", "taken", 60]);
    await budget.giveBack("nobody's");
    expect(await many(budget, 3, "nobody's")).toEqual(["taken", "taken", 60]);
  });

  it("counts each key and each budget apart", async () => {
    const { budgets } = opened();
    const [one, other] = [budgets.window("one", 1, 60), budgets.window("other", 1, 60)];
    expect([await many(one, 2), await many(other, 2), await many(one, 2, "b")]).toEqual(
      Array.from({ length: 3 }, () => ["taken", 60]),
    );
  });
});

describe("one after each longer wait", () => {
  const rule = { free: 5, longestSeconds: 900, forgetSeconds: 86_400 };

  it("waits a second after the free ones, and twice as long each time, up to the longest", async () => {
    expect([0, 4, 5, 6, 7, 14, 15, 16, 1e6].map((taken) => waitAfter(rule, taken))).toEqual([
      ...[0, 0, 1, 2, 4, 512, 900, 900, 900],
    ]);
    const { budgets, pass } = opened();
    const budget = budgets.delays("test", rule);
    expect(await many(budget, 7)).toEqual([...Array(5).fill("taken"), 1, 1]);
    for (const seconds of [1, 2, 4, 8]) {
      pass(seconds);
      expect(await many(budget, 2)).toEqual(["taken", seconds * 2]);
    }
  });

  it("is free at once after what was given back, and forgotten a day after the last", async () => {
    const { budgets, pass } = opened();
    const budget = budgets.delays("test", rule);
    await many(budget, 5);
    await budget.giveBack("a");
    expect(await many(budget, 2)).toEqual(["taken", 1]);
    pass(86_399);
    expect(await many(budget, 2)).toEqual(["taken", 2]);
    pass(86_400);
    expect(await many(budget, 6)).toEqual([...Array(5).fill("taken"), 1]);
  });
});

it("takes from every budget or from none", async () => {
  const { budgets } = opened();
  const [wide, narrow] = [budgets.window("wide", 3, 60), budgets.window("narrow", 1, 600)];
  const both = [[wide, "a"] as const, [narrow, "a"] as const];
  expect(await takeFromAll(both)).toEqual({ taken: 1 });
  expect(await takeFromAll(both)).toEqual({ waitSeconds: 600 });
  expect(await many(wide, 3)).toEqual(["taken", "taken", 60]);
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
