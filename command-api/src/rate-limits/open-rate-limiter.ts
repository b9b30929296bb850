import { once } from "node:events";
import type { Clock } from "@attestory/event-store/clock.ts";
import { connectRedis } from "@attestory/runtime/redis-connection.ts";
import { inProcessRateLimiter } from "./in-process-rate-limiter.ts";
import type { RateLimiter } from "./rate-limiter.ts";
import { redisRateLimiter } from "./redis-rate-limiter.ts";
import { withLocalFallback } from "./with-local-fallback.ts";

export interface RateLimiterLocation {
  /** `in-process`, or the address of a Redis server. */
  jobs: string;
  now: Clock;
  /** What stands on a server in the place of a key: keyed, the same in every process. */
  digest(key: string): string;
  /** Hears once of each time that the server cannot be reached; what is counted then is counted here, and stricter. */
  reportError(message: string, error: unknown): void;
}

const firstConnectionMs = 1000;

/** The budgets that the configuration names, and their end. Waits a second at most for the server, and not where it is away. */
export async function openRateLimiter({
  jobs,
  now,
  digest,
  reportError,
}: RateLimiterLocation): Promise<{ rateLimiter: RateLimiter; close(): Promise<void> }> {
  const own = inProcessRateLimiter(now);
  if (jobs === "in-process") return { rateLimiter: own, close: async () => {} };
  // Each command says by itself that there is no connection.
  const client = connectRedis(jobs, () => {});
  await once(client, "ready", { signal: AbortSignal.timeout(firstConnectionMs) }).catch(() => {});
  const rateLimiter = withLocalFallback(redisRateLimiter(client, digest), own, (error) =>
    reportError("attempts are counted by this process alone: Redis does not answer", error),
  );
  return { rateLimiter, close: async () => client.disconnect() };
}
