import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { type Budget, type Budgets, takeFromAll } from "../rate-limits/rate-limiter.ts";

export interface BudgetsUnderTest {
  budgets: Budgets;
  /** Lets so many seconds pass, as the budgets take the time. */
  pass(seconds: number): void | Promise<void>;
  close?(): Promise<void>;
}

export const many = async (budget: Budget, count: number, key = "a") => {
  const takes = await Promise.all(Array.from({ length: count }, () => budget.take(key)));
  return takes.map((take) => ("taken" in take ? "taken" : take.waitSeconds));
};

/** What budgets promise, wherever they are kept. */
export function budgetsContract(adapter: string, open: () => BudgetsUnderTest | Promise<BudgetsUnderTest>): void {
  describe(`budgets: ${adapter}`, () => {
    let budgets: Budgets;
    let pass: BudgetsUnderTest["pass"];
    let close: BudgetsUnderTest["close"];
    beforeEach(async () => {
      ({ budgets, pass, close } = await open());
    });
    afterEach(() => close?.());

    describe("so many in a window", () => {
      it("gives no more than there are to any number at once, and all again when the window is over", async () => {
        const budget = budgets.window("test", 3, 60);
        expect(await many(budget, 5)).toEqual(["taken", "taken", "taken", 60, 60]);
        await pass(59.1);
        expect(await many(budget, 1)).toEqual([1]);
        await pass(0.9);
        expect(await many(budget, 4)).toEqual(["taken", "taken", "taken", 60]);
      });

      it("does not begin anew with each that is taken", async () => {
        const budget = budgets.window("test", 3, 60);
        await budget.take("a");
        await pass(50);
        expect(await many(budget, 3)).toEqual(["taken", "taken", 10]);
      });

      it("takes back what was not used, and forgets it all when it is told to", async () => {
        const budget = budgets.window("test", 2, 60);
        expect(await many(budget, 3)).toEqual(["taken", "taken", 60]);
        await budget.giveBack("a");
        expect(await many(budget, 2)).toEqual(["taken", 60]);
        await budget.restore("a");
        expect(await many(budget, 3)).toEqual(["taken", "taken", 60]);
        await budget.giveBack("nobody's");
        expect(await many(budget, 3, "nobody's")).toEqual(["taken", "taken", 60]);
      });

      it("counts what is taken, and keeps the window's end when some is given back", async () => {
        const budget = budgets.window("test", 2, 60);
        expect([await budget.take("a"), await budget.take("a")]).toEqual([{ taken: 1 }, { taken: 2 }]);
        await pass(30);
        await budget.giveBack("a");
        expect([await budget.take("a"), await budget.take("a")]).toEqual([{ taken: 2 }, { waitSeconds: 30 }]);
      });

      it("counts each key and each budget apart", async () => {
        const [one, other] = [budgets.window("one", 1, 60), budgets.window("other", 1, 60)];
        expect([await many(one, 2), await many(other, 2), await many(one, 2, "b")]).toEqual(
          Array.from({ length: 3 }, () => ["taken", 60]),
        );
      });
    });

    describe("one after each longer wait", () => {
      const rule = { free: 5, longestSeconds: 900, forgetSeconds: 86_400 };

      it("waits a second after the free ones, and twice as long each time, up to the longest", async () => {
        const budget = budgets.delays("test", rule);
        expect(await many(budget, 7)).toEqual([...Array(5).fill("taken"), 1, 1]);
        for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256]) {
          await pass(seconds);
          expect(await many(budget, 2)).toEqual(["taken", seconds * 2]);
        }
        for (const seconds of [512, 900, 900]) {
          await pass(seconds);
          expect(await many(budget, 2)).toEqual(["taken", 900]);
        }
      });

      it("is free at once after what was given back, and forgotten a day after the last", async () => {
        const budget = budgets.delays("test", rule);
        await many(budget, 5);
        await budget.giveBack("a");
        expect(await many(budget, 2)).toEqual(["taken", 1]);
        await pass(86_390);
        expect(await many(budget, 2)).toEqual(["taken", 2]);
        await pass(86_400);
        expect(await many(budget, 6)).toEqual([...Array(5).fill("taken"), 1]);
      });
    });

    it("takes from every budget or from none", async () => {
      const [wide, narrow] = [budgets.window("wide", 3, 60), budgets.window("narrow", 1, 600)];
      const both = [[wide, "a"] as const, [narrow, "a"] as const];
      expect(await takeFromAll(both)).toEqual({ taken: 1 });
      expect(await takeFromAll(both)).toEqual({ waitSeconds: 600 });
      expect(await many(wide, 3)).toEqual(["taken", "taken", 60]);
    });
  });
}
