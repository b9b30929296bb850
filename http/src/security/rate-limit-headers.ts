import type { Consumption } from "@attestory/runtime/rate-limits/rate-limiter.ts";

export interface CallLimit {
  /** As the headers call it. */
  name: string;
  limit: number;
  seconds: number;
}

/** draft-ietf-httpapi-ratelimit-headers: the policy, how many calls are left, and how long to wait if none is. */
export function rateLimitHeaders(
  { name, limit, seconds }: CallLimit,
  consumption: Consumption,
): Record<string, string> {
  const left = "waitSeconds" in consumption ? 0 : Math.max(0, limit - consumption.consumed);
  const wait = "waitSeconds" in consumption ? `;t=${consumption.waitSeconds}` : "";
  return { "RateLimit-Policy": `"${name}";q=${limit};w=${seconds}`, RateLimit: `"${name}";r=${left}${wait}` };
}
