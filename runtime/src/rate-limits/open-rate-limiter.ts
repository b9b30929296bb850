import { once } from "node:events";
import { openRedis } from "../open-redis.ts";
import { inProcessRateLimiter } from "./in-process-rate-limiter.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { redisRateLimiter } from "./redis-rate-limiter.ts";
import { withLocalFallback } from "./with-local-fallback.ts";

export interface RateLimiterLocation {
  /** `in-process`, or the address of a Redis server. */
  jobs: string;
  now: () => Date;
  /** Replaces a key on the server: a keyed digest, the same in every process. */
  digest(key: string): string;
  /** Called once for each outage of the server. Until it ends, this process counts alone, with stricter limits. */
  reportError(message: string, error: unknown): void;
}

const firstConnectionMs = 1000;

/** Opens the rate limiter that the configuration names. Waits at most a second for the server, then starts without it. */
export async function openRateLimiter({
  jobs,
  now,
  digest,
  reportError,
}: RateLimiterLocation): Promise<{ rateLimiter: RateLimiter; close(): Promise<void> }> {
  const own = inProcessRateLimiter(now);
  if (jobs === "in-process") return { rateLimiter: own, close: async () => {} };
  // Connection errors are not reported here: without a connection each command rejects by itself.
  const client = openRedis({ url: jobs, whileUnavailable: "fail", reportError() {} });
  await once(client, "ready", { signal: AbortSignal.timeout(firstConnectionMs) }).catch(() => {});
  const rateLimiter = withLocalFallback(redisRateLimiter(client, digest), own, (error) =>
    reportError("Redis unavailable: attempts are counted by each process alone", error),
  );
  return { rateLimiter, close: async () => client.disconnect() };
}
