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
  describe(`rate limiter: ${adapter}`, () => {
    let rateLimiter: RateLimiter;
    let pass: RateLimiterUnderTest["pass"];
    let close: RateLimiterUnderTest["close"];
    beforeEach(async () => {
      ({ rateLimiter, pass, close } = await open());
    });
    afterEach(() => close?.());

    describe("a window", () => {
      it("allows its points once, also to concurrent callers, and all again after it ends", async () => {
        const rateLimit = rateLimiter.window("test", 3, 60);
        expect(await many(rateLimit, 5)).toEqual(["consumed", "consumed", "consumed", 60, 60]);
        await pass(59.1);
        expect(await many(rateLimit, 1)).toEqual([1]);
        await pass(0.9);
        expect(await many(rateLimit, 4)).toEqual(["consumed", "consumed", "consumed", 60]);
      });

      it("ends at the same time, however many points are consumed", async () => {
        const rateLimit = rateLimiter.window("test", 3, 60);
        await rateLimit.consume("a");
        await pass(50);
        expect(await many(rateLimit, 3)).toEqual(["consumed", "consumed", 10]);
      });

      it("refunds a point, and resets a key", async () => {
        const rateLimit = rateLimiter.window("test", 2, 60);
        expect(await many(rateLimit, 3)).toEqual(["consumed", "consumed", 60]);
        await rateLimit.refund("a");
        expect(await many(rateLimit, 2)).toEqual(["consumed", 60]);
        await rateLimit.reset("a");
        expect(await many(rateLimit, 3)).toEqual(["consumed", "consumed", 60]);
        await rateLimit.refund("nobody's");
        expect(await many(rateLimit, 3, "nobody's")).toEqual(["consumed", "consumed", 60]);
      });

      it("counts consumed points, and keeps its end after a refund", async () => {
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

      it("counts each key and each limit separately", async () => {
        const [one, other] = [rateLimiter.window("one", 1, 60), rateLimiter.window("other", 1, 60)];
        expect([await many(one, 2), await many(other, 2), await many(one, 2, "b")]).toEqual(
          Array.from({ length: 3 }, () => ["consumed", 60]),
        );
      });
    });

    describe("delays", () => {
      const rule = { free: 5, longestSeconds: 900, forgetSeconds: 86_400 };

      it("start at one second after the free attempts and double up to the longest", async () => {
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

      it("allow the next attempt at once after a refund, and start again a day after the last attempt", async () => {
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

    it("A6 resets the wait of one key, with all of its free attempts", async () => {
      const rateLimit = rateLimiter.delays("test", { free: 2, longestSeconds: 900, forgetSeconds: 86_400 });
      await many(rateLimit, 3, "b");
      expect(await many(rateLimit, 3)).toEqual(["consumed", "consumed", 1]);
      await rateLimit.reset("a");
      expect(await many(rateLimit, 3)).toEqual(["consumed", "consumed", 1]);
      expect(await many(rateLimit, 1, "b")).toEqual([1]);
    });

    it("consumes from every limit or from none", async () => {
      const [wide, narrow] = [rateLimiter.window("wide", 3, 60), rateLimiter.window("narrow", 1, 600)];
      const both = [[wide, "a"] as const, [narrow, "a"] as const];
      expect(await consumeAll(both)).toEqual({ consumed: 1 });
      expect(await consumeAll(both)).toEqual({ waitSeconds: 600 });
      expect(await many(wide, 3)).toEqual(["consumed", "consumed", 60]);
    });
  });
}
