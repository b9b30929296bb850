import type { IncomingHttpHeaders } from "node:http";
import { type ProblemAnswer, problem } from "../routing/problem.ts";
import type { Credential } from "../routing/request-context.ts";

const refusal = () => problem(403, "cross_site", "This request came from another site");

/**
 * Refuses a write that another site may have started. A bearer token needs no proof, because no browser adds one by itself.
 * Without a token, `Origin`, if sent, must be ours, and `Sec-Fetch-Site` (Fetch Metadata section 2.4) must not name another
 * site. Where the cookie alone signs in (`cookieDecides`), one of the two must confirm our own origin.
 */
export const refuseCrossSite = (
  headers: IncomingHttpHeaders,
  credential: Credential | null,
  { ownOrigin, cookieDecides }: { ownOrigin: string; cookieDecides: boolean },
): ProblemAnswer | null => {
  if (credential?.kind === "bearer") return null;
  const origin = headers.origin;
  const site = headers["sec-fetch-site"];
  if (origin !== undefined && origin !== ownOrigin) return refusal();
  if (site !== undefined && site !== "same-origin" && site !== "none") return refusal();
  const ours = origin === ownOrigin || site === "same-origin";
  return cookieDecides && credential && !ours ? refusal() : null;
};
