import type { Problem } from "./answers.ts";

/** The status codes of refusals. */
export type ProblemStatus =
  | 400
  | 401
  | 403
  | 404
  | 405
  | 408
  | 409
  | 410
  | 413
  | 415
  | 417
  | 422
  | 429
  | 431
  | 500
  | 501
  | 502
  | 503;

/** A refusal: status, the body of `application/problem+json`, and additional headers. */
export interface ProblemAnswer {
  readonly status: ProblemStatus;
  readonly problem: Problem;
  readonly headers?: Readonly<Record<string, string>>;
}

/** Creates a refusal: `code` is stable snake_case for programs, `message` one sentence for a person, `fields` only with 400. */
export const problem = (
  status: ProblemStatus,
  code: string,
  message: string,
  { fields, headers }: { fields?: Record<string, string>; headers?: Record<string, string> } = {},
): ProblemAnswer => ({
  status,
  problem: fields ? { message, code, fields } : { message, code },
  ...(headers && { headers }),
});

/** Whether a value is a refusal. */
export const isProblem = (value: unknown): value is ProblemAnswer =>
  typeof value === "object" && value !== null && "problem" in value && "status" in value;

/** Refuses a credential that does not sign in, without a reason (RFC 6750 section 3, RFC 9110 section 15.5.2). */
export const notSignedIn = (): ProblemAnswer =>
  problem(401, "not_signed_in", "Please sign in to continue", { headers: { "WWW-Authenticate": "Bearer" } });
