import type { ServerResponse } from "node:http";
import type { ProblemAnswer, ProblemStatus } from "./problem.ts";
import { problem } from "./problem.ts";

/**
 * The error codes of the OAuth protocol endpoints: RFC 6749 section 5.2, RFC 6750 section 3.1, RFC 7009 section 2.2.1, RFC 8628 section 3.5,
 * RFC 7591 section 3.2.2, RFC 8707 section 2, RFC 9101 section 6, RFC 9449 sections 5 and 8.
 */
const oauthErrors = [
  "invalid_request",
  "invalid_client",
  "invalid_grant",
  "unauthorized_client",
  "unsupported_grant_type",
  "unsupported_token_type",
  "invalid_scope",
  "invalid_target",
  "unsupported_response_type",
  "request_not_supported",
  "request_uri_not_supported",
  "registration_not_supported",
  "invalid_request_object",
  "invalid_request_uri",
  "invalid_token",
  "invalid_redirect_uri",
  "invalid_client_metadata",
  "insufficient_scope",
  "server_error",
  "temporarily_unavailable",
  "authorization_pending",
  "slow_down",
  "access_denied",
  "expired_token",
  "invalid_dpop_proof",
  "use_dpop_nonce",
] as const;
export type OAuthError = (typeof oauthErrors)[number];

const known = new Set<string>(oauthErrors);

/** A refusal of an OAuth protocol endpoint. `description` is for the application's developer. */
export const oauthProblem = (status: ProblemStatus, error: OAuthError, description: string): ProblemAnswer =>
  problem(status, error, description);

const busy = new Set([408, 429, 503]);

/** The code of a refusal that every route shares, such as a body that is too large. */
const sharedCode = (status: ProblemStatus): OAuthError => {
  if (status === 401) return "invalid_token";
  if (busy.has(status)) return "temporarily_unavailable";
  return status >= 500 ? "server_error" : "invalid_request";
};

/** RFC 6749 section 5.2 allows these characters: printable ASCII without quote and backslash. */
const printable = (text: string) => text.replace(/["\\]/g, "'").replace(/[^\x20-\x7e]/g, "?");

/** The same refusal in the form of RFC 6749 section 5.2. A media type that is not accepted is `invalid_request` with 400. */
export const inOAuthForm = ({ status, problem: { code, message, fields } }: ProblemAnswer) => {
  const [field, fault] = Object.entries(fields ?? {})[0] ?? [];
  const description = field === undefined || message.includes(field) ? message : `${message} (${field}: ${fault})`;
  return {
    status: status === 415 ? 400 : status,
    body: { error: known.has(code) ? code : sharedCode(status), error_description: printable(description) },
  };
};

const answering = new WeakSet<ServerResponse>();

/** From here on, every refusal of this response is sent in the form of RFC 6749. */
export const answerInOAuthForm = (response: ServerResponse): void => void answering.add(response);

export const answersInOAuthForm = (response: ServerResponse): boolean => answering.has(response);
