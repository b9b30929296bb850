import { expect, it } from "vitest";
import { createAccessSampling, mostLinesOfNetwork } from "./access-sampling.ts";

it("A10 counts ten thousand networks alone, and all others together", () => {
  const sampling = createAccessSampling({ addressOf: (socket) => socket ?? "", tell: () => {} });
  const admits = (first: number, n: number) => sampling.admits(`${first}.${n >> 8}.${n & 255}.1`, undefined);
  const count = (first: number, networks: number) => [...Array(networks).keys()].filter((n) => admits(first, n)).length;

  expect(count(10, 10_000)).toBe(10_000);
  expect(count(11, mostLinesOfNetwork + 100)).toBe(mostLinesOfNetwork);
  expect(admits(10, 1)).toBe(true);
});
