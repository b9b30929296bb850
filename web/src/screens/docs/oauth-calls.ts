import type { Call } from "./call.ts";

/** The calls of OAuth and OpenID Connect that applications make. */
export const oauthCalls: readonly Call[] = [
  {
    method: "GET",
    path: "/api/oauth/jwks",
    about: "The public keys that verify ID tokens and access tokens (RFC 7517).",
    token: false,
    answers: "200 { keys }",
  },
];
