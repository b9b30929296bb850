import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Leases } from "../follower/lease.ts";

/** The same leases opened twice, on a clock that the test sets. */
export interface LeasesUnderTest {
  one: Leases;
  other: Leases;
  clock: { now: number };
}

/** Contract tests of `Leases`; each adapter runs them under its own name. */
export function leaseContract(adapter: string, open: () => Promise<LeasesUnderTest>): void {
  describe(`leases: ${adapter}`, () => {
    let one: Leases;
    let other: Leases;
    let clock: { now: number };
    beforeEach(async () => {
      ({ one, other, clock } = await open());
    });
    afterEach(() => Promise.all([one.close(), other.close()]));

    it("refuses a lease that another holder has, until it expires", async () => {
      expect(await one.take("pets@1", "a", 3000)).toEqual({ fence: 1 });
      clock.now += 2999;
      expect(await other.take("pets@1", "b", 3000)).toBeNull();
      expect(await one.take("pets@1", "b", 3000)).toBeNull();
    });

    it("passes an expired lease to another holder with a higher fence, and not back", async () => {
      await one.take("pets@1", "a", 3000);
      clock.now += 3000;
      expect(await other.take("pets@1", "b", 3000)).toEqual({ fence: 2 });
      expect(await one.take("pets@1", "a", 3000)).toBeNull();
      clock.now += 3000;
      expect(await one.take("pets@1", "a", 3000)).toEqual({ fence: 3 });
    });

    it("keeps the fence of a renewed lease", async () => {
      for (let renewal = 0; renewal < 5; renewal++) {
        expect(await one.take("pets@1", "a", 3000)).toEqual({ fence: 1 });
        clock.now += 1000;
        expect(await other.take("pets@1", "b", 3000)).toBeNull();
      }
    });

    it("frees a lease at once on release, which only its holder can do", async () => {
      await one.take("pets@1", "a", 3000);
      await other.release("pets@1", "b");
      expect(await other.take("pets@1", "b", 3000)).toBeNull();
      await one.release("pets@1", "a");
      expect(await other.take("pets@1", "b", 3000)).toEqual({ fence: 2 });
    });

    it("separates leases by name", async () => {
      await one.take("pets@1", "a", 3000);
      expect(await other.take("pets@2", "b", 3000)).toEqual({ fence: 1 });
    });

    it("gives a lease to one of many concurrent callers", async () => {
      const requests = Array.from({ length: 20 }, (_, index) =>
        (index % 2 ? one : other).take("pets@1", `${index}`, 3000),
      );
      expect((await Promise.all(requests)).filter((lease) => lease !== null)).toEqual([{ fence: 1 }]);
    });

    it("RE-50 frees a lease that was taken before the clock was set back", async () => {
      await one.take("pets@1", "a", 3000);
      clock.now -= 7_200_000;
      expect(await other.take("pets@1", "b", 3000)).toEqual({ fence: 2 });
    });
  });
}
