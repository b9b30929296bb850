import { expect, it } from "vitest";
import { createThrottledAccessLog, mostLinesOfNetwork } from "./throttled-access-log.ts";

it("A10 counts ten thousand networks alone, and all others together", () => {
  const throttled = createThrottledAccessLog({ addressOf: (socket) => socket ?? "", tell: () => {} });
  const admits = (first: number, n: number) => throttled.admits(`${first}.${n >> 8}.${n & 255}.1`, undefined);
  const count = (first: number, networks: number) => [...Array(networks).keys()].filter((n) => admits(first, n)).length;

  expect(count(10, 10_000)).toBe(10_000);
  expect(count(11, mostLinesOfNetwork + 100)).toBe(mostLinesOfNetwork);
  expect(admits(10, 1)).toBe(true);
});
