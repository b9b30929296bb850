import { expect, it } from "vitest";
import { eachAtMost } from "./each-at-most.ts";

it("does the work for each, and for no more than that many at once", async () => {
  let [now, most] = [0, 0];
  const done: number[] = [];
  await eachAtMost(2, [1, 2, 3, 4, 5], async (each) => {
    most = Math.max(most, ++now);
    await Promise.resolve();
    done.push(each);
    now--;
  });
  expect([done.toSorted(), most]).toEqual([[1, 2, 3, 4, 5], 2]);
});

it("begins nothing after a failure, and throws it once the others have ended", async () => {
  const [begun, ended]: [number[], number[]] = [[], []];
  const first = Promise.withResolvers<void>();
  const working = eachAtMost(2, [1, 2, 3, 4], async (each) => {
    begun.push(each);
    if (each === 2) throw new RangeError("no");
    await first.promise;
    ended.push(each);
  });
  await Promise.resolve();
  first.resolve();
  await expect(working).rejects.toThrow("no");
  expect([begun, ended]).toEqual([[1, 2], [1]]);
});
