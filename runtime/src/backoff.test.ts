import { execFile } from "node:child_process";
import { promisify } from "node:util";
import { expect, it } from "vitest";
import { backoffMs, pause } from "./backoff.ts";

it("doubles the wait from one second up to a minute", () => {
  expect([1, 2, 3, 6, 7, 8, 2000].map((failures) => backoffMs(failures, { random: () => 0 }))).toEqual([
    1000, 2000, 4000, 32_000, 60_000, 60_000, 60_000,
  ]);
});

it("shortens a wait by up to half at random, so that not all clients return at once", () => {
  expect(backoffMs(3, { random: () => 0.999 })).toBeCloseTo(2002);
});

it("doubles from a given first delay to a given longest one", () => {
  const times = { firstMs: 5, longestMs: 30, random: () => 0 };
  expect([1, 2, 3, 4, 2000].map((failures) => backoffMs(failures, times))).toEqual([5, 10, 20, 30, 30]);
});

it("ends a pause when told to stop", async () => {
  const stop = new AbortController();
  const waiting = pause(60_000, stop.signal);
  stop.abort();
  await expect(waiting).resolves.toBeUndefined();
});

it("keeps an otherwise idle process running during a pause", async () => {
  const backoff = new URL("./backoff.ts", import.meta.url).href;
  const waiting = `import { pause } from "${backoff}"; await pause(50, new AbortController().signal); console.log("waited");`;
  const { stdout } = await promisify(execFile)(process.execPath, ["--input-type=module", "--eval", waiting]);
  expect(stdout).toBe("waited\n");
});
