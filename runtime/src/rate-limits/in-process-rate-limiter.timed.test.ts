import { setFlagsFromString } from "node:v8";
import { runInNewContext } from "node:vm";
import { expect, it } from "vitest";
import { inProcessRateLimiter } from "./in-process-rate-limiter.ts";

const collectGarbage = (): void => {
  setFlagsFromString("--expose-gc");
  runInNewContext("gc")();
};

it("RL-01 uses less than 30 MiB of memory for a million keys from a thousand networks", async () => {
  const rateLimiter = inProcessRateLimiter(() => new Date(Date.UTC(2026, 2, 1)));
  const rateLimit = rateLimiter.delays("test", { free: 5, longestSeconds: 900, forgetSeconds: 86_400 });
  collectGarbage();
  const before = process.memoryUsage().heapUsed;
  for (let network = 0; network < 1000; network++) {
    for (let n = 0; n < 1000; n++) await rateLimit.consume(`email-${network}-${n}-0123456789012345678901234567890`);
  }
  collectGarbage();
  expect((process.memoryUsage().heapUsed - before) / 1024 ** 2).toBeLessThan(30);
});
