import { type ProblemAnswer, problem, withHeaders } from "./problem.ts";

/** No route matches the path. */
export const notFound = (): ProblemAnswer => problem(404, "not_found", "There is nothing at this address");

/** The path exists but not with this method; `Allow` lists its methods (RFC 9110 section 15.5.6). */
export const methodNotAllowed = (allow: string): ProblemAnswer =>
  withHeaders(problem(405, "method_not_allowed", "This address does not take that method"), { Allow: allow });
