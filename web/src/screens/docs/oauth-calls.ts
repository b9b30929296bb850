import type { Call } from "./call.ts";

/** The calls of OAuth and OpenID Connect that applications make. */
export const oauthCalls: readonly Call[] = [
  {
    method: "GET",
    path: "/api/oauth/userinfo",
    about:
      "What the access token's scopes tell of its user: sub always; id, username, firstName, lastName, twoFactorEnabled and the standard claims of a profile with profile; email and email_verified with email; roles with roles.",
    token: true,
    answers: "200 { sub, … }",
    refuses: [
      ["401 invalid_token", "the access token is unknown, expired or revoked"],
      ["403 insufficient_scope", "the access token has none of the scopes openid, profile and email"],
    ],
  },
  {
    method: "POST",
    path: "/api/oauth/userinfo",
    about: "The same. The access token may be in the body of a form instead of the header.",
    token: false,
    takes: [["access_token", "optional, if the Authorization header has none"]],
    answers: "200 { sub, … }",
    refuses: [["400 invalid_request", "the access token is in two places"]],
  },
  {
    method: "GET",
    path: "/api/oauth/jwks",
    about: "The public keys that verify ID tokens and access tokens (RFC 7517).",
    token: false,
    answers: "200 { keys }",
  },
];
