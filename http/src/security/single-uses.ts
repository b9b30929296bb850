import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";

/** Where values are counted that may be used once. */
export interface SingleUses {
  /** Counts also where `RATE_LIMITS=off`. */
  rateLimiter: RateLimiter;
  /** What was used before is not known, as it is counted in the memory of this process. Null: a server keeps it. */
  since: Date | null;
}
