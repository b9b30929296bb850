import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { many, type RateLimiterUnderTest } from "@attestory/runtime/testing/rate-limiter.contract.ts";
import { afterEach, beforeEach, describe, expect, it } from "vitest";
import { windowPerNetwork } from "../security/window-per-network.ts";

/** The contract of windows per network on every rate limiter. */
export function windowPerNetworkContract(
  adapter: string,
  open: () => RateLimiterUnderTest | Promise<RateLimiterUnderTest>,
): void {
  describe(`window per network: ${adapter}`, () => {
    let rateLimiter: RateLimiter;
    let close: RateLimiterUnderTest["close"];
    beforeEach(async () => {
      ({ rateLimiter, close } = await open());
    });
    afterEach(() => close?.());

    /** The `n`th network of 64 bits in the `m`th of 56 bits, all in one of 48 bits. */
    const network = (m: number, n = 0) => `2001:db8:1:${(m * 0x100 + n).toString(16)}::/64`;

    it("A5 allows a /56 four times as much as a /64, and a /48 sixteen times as much", async () => {
      const rateLimit = windowPerNetwork(rateLimiter, "test", { limit: 2, seconds: 60 });
      const both = ["consumed", "consumed"];
      for (let n = 0; n < 4; n++) expect(await many(rateLimit, 3, network(0, n))).toEqual([...both, 60]);
      expect(await many(rateLimit, 1, network(0, 4))).toEqual([60]);
      for (let m = 1; m < 13; m++) expect(await many(rateLimit, 3, network(m))).toEqual([...both, 60]);
      expect(await many(rateLimit, 1, network(13))).toEqual([60]);
      expect(await many(rateLimit, 3, "2001:db8:2::/64")).toEqual([...both, 60]);
    });

    it("A5 refunds a point to each, and charges none of them for an attempt that one refuses", async () => {
      const rateLimit = windowPerNetwork(rateLimiter, "test", { limit: 1, seconds: 60 });
      for (let n = 0; n < 40; n++) await rateLimit.consume(network(0, n % 8));
      expect(await many(rateLimit, 2, network(1))).toEqual(["consumed", 60]);
      await rateLimit.refund(network(0));
      expect([await many(rateLimit, 2, network(0, 7)), await many(rateLimit, 1, network(0))]).toEqual([
        ["consumed", 60],
        [60],
      ]);
    });

    it("A5 does not limit what is around an IPv4 network", async () => {
      const rateLimit = windowPerNetwork(rateLimiter, "test", { limit: 1, seconds: 60 });
      for (let n = 0; n < 40; n++) expect(await many(rateLimit, 2, `198.51.${n}.0/24`)).toEqual(["consumed", 60]);
    });
  });
}
