import { type RateLimiter, unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import type { Principal } from "../routing/principal.ts";
import { problem, withHeaders } from "../routing/problem.ts";
import type { Route } from "../routing/route.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

/** Calls of one API key. */
const aMinute = { name: "api-key", limit: 600, seconds: 60 };

const tooMany = (waitSeconds: number) =>
  withHeaders(problem(429, "too_many_requests", "This API key sent too many requests. Wait, then try again."), {
    "Retry-After": String(waitSeconds),
  });

/** Limits the calls of each API key, over both APIs, and tells the client in every answer. */
export function limitApiKeys<Who extends Principal>(
  rateLimiter: RateLimiter,
  routes: readonly Route<Who>[],
  keyOf: (principal: Who) => string | null,
): Route<Who>[] {
  if (rateLimiter === unlimited) return [...routes];
  const window = rateLimiter.window("calls of an API key", aMinute.limit, aMinute.seconds);
  return routes.map((declared) => {
    if (!declared.principals.includes("apiKey")) return declared;
    return {
      ...declared,
      async handle(request) {
        const key = request.principal && keyOf(request.principal);
        if (!key) return declared.handle(request);
        const consumption = await window.consume(key);
        const headers = rateLimitHeaders(aMinute, consumption);
        if ("waitSeconds" in consumption) return withHeaders(tooMany(consumption.waitSeconds), headers);
        const answer = await declared.handle(request);
        return { ...answer, headers: { ...answer.headers, ...headers } };
      },
    };
  });
}
