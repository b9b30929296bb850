import { expect, it } from "vitest";
import { many, rateLimiterContract } from "../testing/rate-limiter.contract.ts";
import { inProcessRateLimiter, mostKeys } from "./in-process-rate-limiter.ts";
import { unlimited, waitAfter } from "./rate-limiter.ts";

function opened() {
  let nowMs = Date.UTC(2026, 2, 1);
  const rateLimiter = inProcessRateLimiter(() => new Date(nowMs));
  const pass = (seconds: number) => {
    nowMs += seconds * 1000;
  };
  return { rateLimiter, pass };
}

rateLimiterContract("in process", opened);

it("doubles the wait from one second up to the longest", () => {
  const rule = { free: 5, longestSeconds: 900, forgetSeconds: 86_400 };
  expect([0, 4, 5, 6, 7, 14, 15, 16, 1e6].map((consumed) => waitAfter(rule, consumed))).toEqual([
    ...[0, 0, 1, 2, 4, 512, 900, 900, 900],
  ]);
});

it("RL-01 stores a bounded number of keys: evicts rare ones, and keeps those still in use", async () => {
  const { rateLimiter } = opened();
  const rateLimit = rateLimiter.delays("test", { free: 5, longestSeconds: 900, forgetSeconds: 86_400 });
  await many(rateLimit, 5, "kept in use");
  expect([await rateLimit.consume("came twice"), await rateLimit.consume("came twice")]).toEqual([
    { consumed: 1 },
    { consumed: 2 },
  ]);
  for (let n = 0; n < mostKeys; n++) {
    await rateLimit.consume(`email-${n}`);
    if (n % (mostKeys / 5) === 0) await rateLimit.consume("kept in use");
  }
  expect(await rateLimit.consume("came twice")).toEqual({ consumed: 1 });
  expect(await many(rateLimit, 1, "kept in use")).not.toEqual(["consumed"]);
});

it("limits nothing when limits are off", async () => {
  expect(await many(unlimited.window("test", 1, 60), 3)).toEqual(["consumed", "consumed", "consumed"]);
});
