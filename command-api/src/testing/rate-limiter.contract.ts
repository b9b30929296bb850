import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { consumeAll, type RateLimit, type RateLimiter } from "../rate-limits/rate-limiter.ts";

export interface RateLimiterUnderTest {
  rateLimiter: RateLimiter;
  /** Lets seconds pass on the rate limiter's clock. */
  pass(seconds: number): void | Promise<void>;
  close?(): Promise<void>;
}

export const many = async (rateLimit: RateLimit, count: number, key = "a") => {
  const consumptions = await Promise.all(Array.from({ length: count }, () => rateLimit.consume(key)));
  return consumptions.map((consumption) => ("consumed" in consumption ? "consumed" : consumption.waitSeconds));
};

/** The contract of every rate limiter. */
export function rateLimiterContract(
  adapter: string,
  open: () => RateLimiterUnderTest | Promise<RateLimiterUnderTest>,
): void {
  describe(`budgets: ${adapter}`, () => {
    let rateLimiter: RateLimiter;
    let pass: RateLimiterUnderTest["pass"];
    let close: RateLimiterUnderTest["close"];
    beforeEach(async () => {
      ({ rateLimiter, pass, close } = await open());
    });
    afterEach(() => close?.());

    describe("so many in a window", () => {
      it("gives no more than there are to any number at once, and all again when the window is over", async () => {
        const rateLimit = rateLimiter.window("test", 3, 60);
        expect(await many(rateLimit, 5)).toEqual(["consumed", "consumed", "consumed", 60, 60]);
        await pass(59.1);
        expect(await many(rateLimit, 1)).toEqual([1]);
        await pass(0.9);
        expect(await many(rateLimit, 4)).toEqual(["consumed", "consumed", "consumed", 60]);
      });

      it("does not begin anew with each that is consumed", async () => {
        const rateLimit = rateLimiter.window("test", 3, 60);
        await rateLimit.consume("a");
        await pass(50);
        expect(await many(rateLimit, 3)).toEqual(["consumed", "consumed", 10]);
      });

      it("takes back what was not used, and forgets it all when it is told to", async () => {
        const rateLimit = rateLimiter.window("test", 2, 60);
        expect(await many(rateLimit, 3)).toEqual(["consumed", "consumed", 60]);
        await rateLimit.refund("a");
        expect(await many(rateLimit, 2)).toEqual(["consumed", 60]);
        await rateLimit.reset("a");
        expect(await many(rateLimit, 3)).toEqual(["consumed", "consumed", 60]);
        await rateLimit.refund("nobody's");
        expect(await many(rateLimit, 3, "nobody's")).toEqual(["consumed", "consumed", 60]);
      });

      it("counts what is consumed, and keeps the window's end when some is given back", async () => {
        const rateLimit = rateLimiter.window("test", 2, 60);
        expect([await rateLimit.consume("a"), await rateLimit.consume("a")]).toEqual([
          { consumed: 1 },
          { consumed: 2 },
        ]);
        await pass(30);
        await rateLimit.refund("a");
        expect([await rateLimit.consume("a"), await rateLimit.consume("a")]).toEqual([
          { consumed: 2 },
          { waitSeconds: 30 },
        ]);
      });

      it("counts each key and each budget apart", async () => {
        const [one, other] = [rateLimiter.window("one", 1, 60), rateLimiter.window("other", 1, 60)];
        expect([await many(one, 2), await many(other, 2), await many(one, 2, "b")]).toEqual(
          Array.from({ length: 3 }, () => ["consumed", 60]),
        );
      });
    });

    describe("one after each longer wait", () => {
      const rule = { free: 5, longestSeconds: 900, forgetSeconds: 86_400 };

      it("waits a second after the free ones, and twice as long each time, up to the longest", async () => {
        const rateLimit = rateLimiter.delays("test", rule);
        expect(await many(rateLimit, 7)).toEqual([...Array(5).fill("consumed"), 1, 1]);
        for (const seconds of [1, 2, 4, 8, 16, 32, 64, 128, 256]) {
          await pass(seconds);
          expect(await many(rateLimit, 2)).toEqual(["consumed", seconds * 2]);
        }
        for (const seconds of [512, 900, 900]) {
          await pass(seconds);
          expect(await many(rateLimit, 2)).toEqual(["consumed", 900]);
        }
      });

      it("is free at once after what was given back, and forgotten a day after the last", async () => {
        const rateLimit = rateLimiter.delays("test", rule);
        await many(rateLimit, 5);
        await rateLimit.refund("a");
        expect(await many(rateLimit, 2)).toEqual(["consumed", 1]);
        await pass(86_390);
        expect(await many(rateLimit, 2)).toEqual(["consumed", 2]);
        await pass(86_400);
        expect(await many(rateLimit, 6)).toEqual([...Array(5).fill("consumed"), 1]);
      });
    });

    it("takes from every budget or from none", async () => {
      const [wide, narrow] = [rateLimiter.window("wide", 3, 60), rateLimiter.window("narrow", 1, 600)];
      const both = [[wide, "a"] as const, [narrow, "a"] as const];
      expect(await consumeAll(both)).toEqual({ consumed: 1 });
      expect(await consumeAll(both)).toEqual({ waitSeconds: 600 });
      expect(await many(wide, 3)).toEqual(["consumed", "consumed", 60]);
    });
  });
}
