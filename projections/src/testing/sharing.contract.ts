import { afterEach, beforeEach, describe, expect, it } from "vitest";
import type { Sharing } from "../follower/lease.ts";
import type { LeasesUnderTest } from "./lease.contract.ts";

/** Contract tests of `Sharing`, for adapters that have it. */
export function sharingContract(adapter: string, open: () => Promise<LeasesUnderTest>): void {
  describe(`sharing: ${adapter}`, () => {
    let under: LeasesUnderTest;
    let one: Sharing;
    let other: Sharing;
    beforeEach(async () => {
      under = await open();
      if (!under.one.sharing || !under.other.sharing) throw new Error("it has no sharing");
      [one, other] = [under.one.sharing, under.other.sharing];
    });
    afterEach(() => Promise.all([under.one.close(), under.other.close()]));

    it("takes, renews and releases many leases, each as if alone", async () => {
      expect(await one.takeEach(["a 0", "a 1"], "one", 3000)).toEqual(new Set(["a 0", "a 1"]));
      expect(await other.takeEach(["a 1", "a 2"], "other", 3000)).toEqual(new Set(["a 2"]));
      expect(await under.other.take("a 1", "other", 3000)).toBeNull();
      under.clock.now += 2000;
      expect(await one.takeEach(["a 0", "a 1"], "one", 3000)).toEqual(new Set(["a 0", "a 1"]));
      under.clock.now += 2000;
      expect(await other.takeEach(["a 0", "a 1"], "other", 3000)).toEqual(new Set());
      await one.releaseEach(["a 0", "a 2"], "one");
      expect(await other.takeEach(["a 0", "a 1"], "other", 3000)).toEqual(new Set(["a 0"]));
      expect(await under.one.take("a 2", "one", 3000)).toEqual({ fence: 2 });
      expect(await one.takeEach([], "one", 3000)).toEqual(new Set());
    });

    it("gives each lease to one of many concurrent callers", async () => {
      const names = Array.from({ length: 20 }, (_, each) => `a ${each}`);
      const holders = Array.from({ length: 10 }, (_, holder) => `${holder}`);
      const taken = await Promise.all(
        holders.map((holder, at) => (at % 2 ? one : other).takeEach(names, holder, 3000)),
      );
      expect(taken.flatMap((each) => [...each]).toSorted()).toEqual(names.toSorted());
    });

    it("tells who follows each projection, until they withdraw or are silent", async () => {
      const announce = (sharing: Sharing, holder: string, names: readonly string[]) =>
        sharing.announce(holder, names, 3000).then((holders) => Object.fromEntries(holders));
      expect(await announce(one, "b", ["users@1", "sessions@1"])).toEqual({ "users@1": ["b"], "sessions@1": ["b"] });
      expect(await announce(other, "a", ["users@1"])).toEqual({ "users@1": ["a", "b"] });
      expect(await announce(other, "a", ["totals@1"])).toEqual({ "totals@1": ["a"] });
      await other.withdraw("a", ["users@1"]);
      expect(await announce(one, "b", ["users@1", "sessions@1"])).toEqual({ "users@1": ["b"], "sessions@1": ["b"] });
      under.clock.now += 3000;
      expect(await announce(other, "c", ["users@1", "totals@1"])).toEqual({ "users@1": ["c"], "totals@1": ["c"] });
    });

    it("RE-50 forgets who announced before the clock was set back", async () => {
      await one.announce("a", ["users@1"], 3000);
      under.clock.now -= 7_200_000;
      expect(await other.announce("b", ["users@1"], 3000)).toEqual(new Map([["users@1", ["b"]]]));
    });
  });
}
