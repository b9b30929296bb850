import type { Problem } from "@attestory/http/routing/answers.ts";

type Refusal = {
  status: number;
  statusText: string;
  /** The header `Retry-After`. */
  retryAfter: string | null;
  body: string;
  problem: Problem | null;
};

/** The service answered with a refusal. `message` is the status, a colon, a space and the body (or the status text). */
export class ApiError extends Error {
  readonly status: number;
  /** The parsed body; null if it is no problem document, for instance a proxy's error page. */
  readonly problem: Problem | null;
  /** Seconds to wait before the next attempt, from `Retry-After`; null without that header. */
  readonly retryAfter: number | null;

  constructor({ status, statusText, retryAfter, body, problem }: Refusal) {
    super(`${status}: ${body || statusText}`);
    this.name = "ApiError";
    this.status = status;
    this.problem = problem;
    this.retryAfter = seconds(retryAfter);
  }
}

/** The call never reached the service, or its answer never came back. */
export class Unreachable extends Error {
  constructor(cause: unknown) {
    super("The service could not be reached. Check your connection and try again.", { cause });
    this.name = "Unreachable";
  }
}

/** The sentence to show the user: the service's own if there is one, otherwise the fallback. */
export function sentenceOf(error: unknown, fallback: string): string {
  if (error instanceof Unreachable) return error.message;
  return error instanceof ApiError ? (error.problem?.message ?? fallback) : fallback;
}

/** Validation errors by field name. */
export function fieldsOf(error: unknown): Readonly<Record<string, string>> {
  return (error instanceof ApiError && error.problem?.fields) || {};
}

function seconds(header: string | null): number | null {
  return header !== null && /^\d{1,6}$/.test(header) ? Number(header) : null;
}
