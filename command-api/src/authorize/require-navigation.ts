import { type ProblemAnswer, problem } from "@attestory/http/routing/problem.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";

const frames = ["iframe", "frame"];

const notOpened = problem(
  400,
  "invalid_request",
  "A page has to open this address, or a frame with prompt=none. It was asked for as a part of another page.",
);

/**
 * Null for a navigation, and for a frame that asks nobody (`prompt=none`). No image, script or `fetch` of a page may get a code, which its
 * user would not see. Programs and older browsers do not say what they ask for (W3C Fetch Metadata).
 */
export function requireNavigation(
  { fetchDestination }: Pick<RequestContext, "fetchDestination">,
  prompt: unknown,
): ProblemAnswer | null {
  if (fetchDestination === null || fetchDestination === "document") return null;
  return frames.includes(fetchDestination) && prompt === "none" ? null : notOpened;
}
