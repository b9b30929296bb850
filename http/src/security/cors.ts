import type { ServerResponse } from "node:http";

/** Fetch, section 3.3: pages of every origin may read the answer, but the browser sends no cookie and no other credential of ours. */
export const allowAnyOrigin = (response: ServerResponse): void => {
  response.setHeader("Access-Control-Allow-Origin", "*");
  response.setHeader("Access-Control-Expose-Headers", "Retry-After, WWW-Authenticate, DPoP-Nonce");
};

/** The headers of an answer to a preflight request. */
export const preflightHeaders = (methods: string): Readonly<Record<string, string>> => ({
  "Access-Control-Allow-Methods": methods,
  "Access-Control-Allow-Headers": "Authorization, Content-Type, DPoP",
  "Access-Control-Max-Age": "3600",
});
