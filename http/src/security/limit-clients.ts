import { type RateLimiter, unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { oauthProblem } from "../routing/oauth-error.ts";
import { type ProblemAnswer, withHeaders } from "../routing/problem.ts";
import { rateLimitHeaders } from "./rate-limit-headers.ts";

/** Calls of one application. A busy one exchanges a hundred codes a second. */
const aMinute = { name: "client", limit: 6000, seconds: 60 };

const tooMany = (waitSeconds: number) =>
  withHeaders(
    oauthProblem(429, "temporarily_unavailable", "This application sent too many requests. Wait, then try again."),
    { "Retry-After": String(waitSeconds) },
  );

interface CallingClient {
  id: string;
  kind: "confidential" | "public";
  /** Of the call's sender (`networkOf`). */
  network: string;
}

export interface LimitedAnswer {
  readonly status: number;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Answers a call of an application that was authenticated, unless it made too many. */
export type LimitClient = <Answer extends LimitedAnswer>(
  client: CallingClient,
  answer: () => Promise<Answer>,
) => Promise<Answer | ProblemAnswer>;

/**
 * Limits the calls of each application, and tells it in every answer. A public one proves nothing, so it is counted in each network:
 * a stranger who names it uses up only their own.
 */
export function clientLimit(rateLimiter: RateLimiter): LimitClient {
  if (rateLimiter === unlimited) return (_, answer) => answer();
  const window = rateLimiter.window("calls of an application", aMinute.limit, aMinute.seconds);
  return async ({ id, kind, network }, answer) => {
    const consumption = await window.consume(kind === "public" ? `${id} ${network}` : id);
    const headers = rateLimitHeaders(aMinute, consumption);
    if ("waitSeconds" in consumption) return withHeaders(tooMany(consumption.waitSeconds), headers);
    const given = await answer();
    return { ...given, headers: { ...given.headers, ...headers } };
  };
}
