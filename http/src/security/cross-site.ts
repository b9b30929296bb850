import type { IncomingHttpHeaders } from "node:http";
import { type ProblemAnswer, problem } from "../routing/problem.ts";
import type { Credential } from "../routing/request-context.ts";

const refusal = () => problem(403, "cross_site", "This request came from another site");

/** A page of this service itself, opened by a name that the service does not have. The host was checked before. */
const otherName = (ownOrigin: string) =>
  problem(403, "cross_site", `This service is at ${ownOrigin}. Open it there and try again`);
const isSameHost = (origin: string, host: string | undefined) => URL.parse(origin)?.host === host?.toLowerCase();

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
  if (origin !== undefined && origin !== ownOrigin) {
    return isSameHost(origin, headers.host) ? otherName(ownOrigin) : refusal();
  }
  if (site !== undefined && site !== "same-origin" && site !== "none") return refusal();
  const ours = origin === ownOrigin || site === "same-origin";
  return cookieDecides && credential && !ours ? refusal() : null;
};
