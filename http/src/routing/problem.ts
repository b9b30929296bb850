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
  | 421
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
  /** The application that sent the person here, and the address of its home page: shown where the refusal is a page. */
  readonly wayBack?: { readonly name: string; readonly href: string };
}

/** Creates a refusal: `code` is stable snake_case for programs, `message` one sentence for a person. */
export const problem = (status: ProblemStatus, code: string, message: string): ProblemAnswer => ({
  status,
  problem: { message, code },
});

/** The same refusal with one message per faulty field; only for status 400. */
export const withFields = (answer: ProblemAnswer, fields: Readonly<Record<string, string>>): ProblemAnswer => ({
  ...answer,
  problem: { ...answer.problem, fields },
});

/** The refusal of a field that its schema accepts and the decision does not: one message, beside the field too. */
export const invalidField = (field: string, message: string): ProblemAnswer =>
  withFields(problem(400, "invalid_fields", message), { [field]: message });

/** The same refusal with what a sign-in may continue with. */
export const withSecondFactor = (
  answer: ProblemAnswer,
  { methods, loginTicket }: Required<Pick<Problem, "methods" | "loginTicket">>,
): ProblemAnswer => ({
  ...answer,
  problem: { ...answer.problem, methods, loginTicket },
});

/** The same refusal with what keeps an account that is to be erased, or ends its grace. */
export const withErasure = (
  answer: ProblemAnswer,
  { erasesAt, erasureTicket }: Required<Pick<Problem, "erasesAt" | "erasureTicket">>,
): ProblemAnswer => ({
  ...answer,
  problem: { ...answer.problem, erasesAt, erasureTicket },
});

/** The same refusal with additional headers. */
export const withHeaders = (answer: ProblemAnswer, headers: Readonly<Record<string, string>>): ProblemAnswer => ({
  ...answer,
  headers: { ...answer.headers, ...headers },
});

/** Whether a value is a refusal. */
export const isProblem = (value: unknown): value is ProblemAnswer =>
  typeof value === "object" && value !== null && "problem" in value && "status" in value;

/** Refuses a credential that does not sign in, without a reason (RFC 6750 section 3, RFC 9110 section 15.5.2). */
export const notSignedIn = (): ProblemAnswer =>
  withHeaders(problem(401, "not_signed_in", "Please sign in to continue"), { "WWW-Authenticate": "Bearer" });

/** The same for an API key, whose program has no sign-in to continue to. */
export const unknownApiKey = (): ProblemAnswer =>
  withHeaders(problem(401, "not_signed_in", "This API key is not valid. It may be mistyped, expired or deleted"), {
    "WWW-Authenticate": "Bearer",
  });

/** Of calls that ask for a recent authentication. */
export const reauthenticationRequired = problem(403, "reauthentication_required", "Please confirm that it is you");

/** Of the calls of admins (`REQUIRE_ADMIN_2FA`). */
export const secondFactorRequired = problem(
  403,
  "second_factor_required",
  "Admins need a second factor here. Set one up in your account first.",
);

/** No route matches the path. */
export const notFound = (): ProblemAnswer => problem(404, "not_found", "There is nothing at this address");

/** The path exists but not with this method; `Allow` lists its methods (RFC 9110 section 15.5.6). */
export const methodNotAllowed = (allow: string): ProblemAnswer =>
  withHeaders(problem(405, "method_not_allowed", "This address does not take that method"), { Allow: allow });
