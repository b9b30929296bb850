import { type ProblemAnswer, problem } from "@attestory/http/routing/problem.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";

type Asking = Pick<RequestContext, "fetchDestination">;

/** The answer is shown in a frame of a page. */
export const isInFrame = ({ fetchDestination }: Asking): boolean =>
  ["iframe", "frame"].includes(fetchDestination ?? "");

const notOpened = problem(
  400,
  "invalid_request",
  "This address has to be opened as a page. It was asked for as a part of another page.",
);

/**
 * Null for a navigation, and for a frame where it is allowed. No image, script or `fetch` of a page may get a code, which its user would not
 * see. Programs and older browsers do not say what they ask for (W3C Fetch Metadata).
 */
export function requireNavigation(context: Asking, { frameAllowed }: { frameAllowed: boolean }): ProblemAnswer | null {
  const { fetchDestination } = context;
  if (fetchDestination === null || fetchDestination === "document") return null;
  return frameAllowed && isInFrame(context) ? null : notOpened;
}
