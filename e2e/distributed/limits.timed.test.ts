import { openRateLimiter } from "@attestory/runtime/rate-limits/open-rate-limiter.ts";
import { many } from "@attestory/runtime/testing/rate-limiter.contract.ts";
import { describe, expect, it, onTestFinished } from "vitest";
import { type FaultProxy, startFaultProxy } from "../stand-ins/fault-proxy.ts";
import { startRedisServer, whyNoRedis } from "../stand-ins/redis-server.ts";
import { digest } from "./age-rate-limits.ts";

describe.skipIf(whyNoRedis())("limits that processes share", () => {
  it.each([
    { what: "refuse at once while Redis is cut off", fail: (proxy: FaultProxy) => proxy.refuse(), withinMs: 1000 },
    {
      what: "wait half a second for a silent Redis, once rather than per request",
      fail: async (proxy: FaultProxy) => proxy.pause(),
      withinMs: 1500,
    },
  ])("RL-06 $what", async ({ fail, withinMs }) => {
    const server = await startRedisServer();
    onTestFinished(() => server.close());
    const proxy = await startFaultProxy(server);
    onTestFinished(() => proxy.close());
    const url = new URL(server.url);
    url.host = `127.0.0.1:${proxy.port}`;
    const now = new Date();
    const parts = { jobs: url.href, now: () => now, digest, reportError: () => {} };
    const { rateLimiter, close } = await openRateLimiter(parts);
    onTestFinished(close);
    const window = rateLimiter.window("test", 10, 60);
    await fail(proxy);
    const since = performance.now();
    expect(await many(window, 500)).toEqual([...Array(5).fill("consumed"), ...Array(495).fill(60)]);
    expect(performance.now() - since).toBeLessThan(withinMs);
  });
});
