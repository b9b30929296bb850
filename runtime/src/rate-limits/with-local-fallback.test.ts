import { expect, it } from "vitest";
import { many, rateLimiterContract } from "../testing/rate-limiter.contract.ts";
import { inProcessRateLimiter } from "./in-process-rate-limiter.ts";
import type { RateLimit, RateLimiter } from "./rate-limiter.ts";
import { withLocalFallback } from "./with-local-fallback.ts";

/** Rate limits on a server that can become unavailable. It keeps its counts meanwhile. */
function opened() {
  let nowMs = Date.UTC(2026, 2, 1);
  const now = () => new Date(nowMs);
  const server = { unavailable: false };
  const reportedErrors: unknown[] = [];
  const reachable = (rateLimit: RateLimit): RateLimit => {
    const asked = async <Result>(ask: () => Promise<Result>) => {
      if (server.unavailable) throw new Error("unavailable");
      return ask();
    };
    return {
      consume: (key) => asked(() => rateLimit.consume(key)),
      refund: (key) => asked(() => rateLimit.refund(key)),
      reset: (key) => asked(() => rateLimit.reset(key)),
    };
  };
  const counts = inProcessRateLimiter(now);
  const shared: RateLimiter = {
    window: (...rule) => reachable(counts.window(...rule)),
    delays: (...rule) => reachable(counts.delays(...rule)),
  };
  return {
    rateLimiter: withLocalFallback(shared, inProcessRateLimiter(now), (error) => reportedErrors.push(error)),
    pass: (seconds: number) => {
      nowMs += seconds * 1000;
    },
    server,
    reportedErrors,
  };
}
const rule = { free: 5, longestSeconds: 900, forgetSeconds: 86_400 };

rateLimiterContract("with local fallback", opened);

it("RL-06 allows half as many while the server is unavailable, and never fewer than one", async () => {
  const { rateLimiter, server, pass } = opened();
  server.unavailable = true;
  const delays = rateLimiter.delays("delays", rule);
  expect(await many(delays, 4)).toEqual(["consumed", "consumed", 1, 1]);
  await pass(1);
  expect(await many(delays, 2)).toEqual(["consumed", 2]);
  expect(await many(rateLimiter.window("window", 101, 60), 52)).toEqual([...Array(50).fill("consumed"), 60, 60]);
  expect(await many(rateLimiter.window("one", 1, 60), 2)).toEqual(["consumed", 60]);
});

it("RL-06 keeps previous counts when the server becomes unavailable", async () => {
  const { rateLimiter, server } = opened();
  const [guessed, refused] = [rateLimiter.delays("guessed", rule), rateLimiter.window("refused", 3, 60)];
  expect(await many(guessed, 2)).toEqual(["consumed", "consumed"]);
  expect(await many(refused, 4)).toEqual(["consumed", "consumed", "consumed", 60]);
  server.unavailable = true;
  expect([await many(guessed, 1), await many(refused, 1)]).toEqual([[1], [60]]);
});

it("RL-06 counts on the server again as soon as it recovers", async () => {
  const { rateLimiter, server } = opened();
  const window = rateLimiter.window("window", 4, 60);
  await many(window, 3);
  server.unavailable = true;
  expect(await many(window, 2)).toEqual([60, 60]);
  server.unavailable = false;
  expect(await many(window, 2)).toEqual(["consumed", 60]);
});

it("resets and refunds locally while the server is unavailable, and reports each outage once", async () => {
  const { rateLimiter, server, reportedErrors } = opened();
  const window = rateLimiter.window("window", 4, 60);
  server.unavailable = true;
  expect(await many(window, 3)).toEqual(["consumed", "consumed", 60]);
  await window.refund("a");
  expect(await many(window, 2)).toEqual(["consumed", 60]);
  await window.reset("a");
  expect(await many(window, 3)).toEqual(["consumed", "consumed", 60]);
  expect(reportedErrors).toHaveLength(1);
  server.unavailable = false;
  await many(window, 1);
  server.unavailable = true;
  await many(window, 1);
  expect(reportedErrors).toHaveLength(2);
});
