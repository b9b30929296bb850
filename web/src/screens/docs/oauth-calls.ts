import { type Call, invalidFields, tooManyWrites } from "./call.ts";

const request = [
  ["client_id", "the application's id"],
  ["redirect_uri", "one of the application's, character for character"],
] as const;
const ofTheRequest =
  "response_type, response_mode, nonce, code_challenge, code_challenge_method, prompt, max_age, display, ui_locales, claims_locales, login_hint, id_token_hint, acr_values, claims";

/** The calls of the consent screen, and those of OAuth and OpenID Connect that applications make. */
export const oauthCalls: readonly Call[] = [
  {
    method: "GET",
    path: "/api/oauth/authorize",
    about:
      "Checks a request for authorization and keeps it until the user answers: application, scope, grantedScopes, grantedAt, redirectUri, state, loginRequired, and denyUrl, a page that leads back to the application.",
    token: true,
    takes: [
      ...request,
      ["scope", "optional, up to 100 scopes"],
      ["response_type", "code"],
      ["state", "optional, comes back unchanged, at most 4,096 bytes"],
    ],
    answers: "200 { application, … }",
    refuses: [
      ["400 invalid_request, invalid_scope, unsupported_response_type", "the request breaks a rule of OAuth"],
      tooManyWrites,
    ],
  },
  {
    method: "GET",
    path: "/api/oauth/applications/{id}",
    about: "The name and the logo of an application, which the pages show to people on their way to it.",
    token: false,
    answers: '200 { "name", "logoUrl" }',
    refuses: [["404 not_found", "there is none, or an admin has suspended it"]],
  },
  {
    method: "GET",
    path: "/api/oauth/session-request",
    about: "The newest request that waits for the answer of this session's user.",
    token: true,
    answers: "200 { client_id, redirect_uri, scope, response_type, state }",
    refuses: [["404 no_pending_request", "none waits"]],
  },
  {
    method: "POST",
    path: "/api/oauth/authorize",
    about:
      "Allows what a waiting request asks. It has to be named exactly as it waits. While loginRequired is true, confirm first that it is you.",
    token: true,
    takes: [
      ...request,
      ["scope", "of the request"],
      ["state", "of the request"],
      [ofTheRequest, "optional, of the request"],
    ],
    answers: "200 { redirectUrl }",
    refuses: [
      invalidFields,
      ["400 no_pending_request", "no such request waits: it differs, was answered, or is an hour old"],
      ["400 access_denied", "the application was deleted, suspended or changed"],
      tooManyWrites,
    ],
  },
  {
    method: "POST",
    path: "/api/oauth/token",
    about:
      "Gives an application tokens: for a code, for a refresh token, or for itself. Refusals have the form of RFC 6749, as of every call below.",
    token: false,
    takes: [
      ["grant_type", "authorization_code, refresh_token or client_credentials"],
      ["client_id, client_secret", "unless the application authenticates by Basic; a public one sends only client_id"],
      ["code, redirect_uri", "of the authorization, for a code"],
      ["code_verifier", "of the PKCE challenge, for a code whose request had one"],
      ["refresh_token", "the newest one, for a refresh"],
      ["scope", "optional, for a refresh: a part of what was granted"],
    ],
    answers: "200 { access_token, token_type, expires_in, scope, refresh_token, id_token }",
    refuses: [
      [
        "400 invalid_grant",
        "the code or refresh token is unknown, used or expired, or what it was given for has ended",
      ],
      ["400 invalid_request, invalid_scope, unauthorized_client, unsupported_grant_type", "the request breaks a rule"],
      ["401 invalid_client", "the application is unknown or suspended, or the secret is wrong"],
    ],
  },
  {
    method: "POST",
    path: "/api/oauth/revoke",
    about:
      "Ends an access token, or a refresh token with all tokens of its authorization (RFC 7009). An unknown token counts as ended.",
    token: false,
    takes: [
      ["token", "an access token or a refresh token"],
      ["token_type_hint", "optional, ignored"],
      ["client_id, client_secret", "unless the application authenticates by Basic"],
    ],
    answers: "200 {}",
    refuses: [["401 invalid_client", "the application is unknown or suspended, or the secret is wrong"]],
  },
  {
    method: "GET",
    path: "/api/oauth/userinfo",
    about:
      "What the access token's scopes tell of its user: sub always; id, username, firstName, lastName, twoFactorEnabled and the standard claims of a profile with profile; email and email_verified with email; roles with roles. Names that the user does not have are left out.",
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
    method: "POST",
    path: "/api/oauth/introspect",
    about: "Whether one of your application's own access or refresh tokens works, and what it allows (RFC 7662).",
    token: false,
    takes: [
      ["token", "an access token or a refresh token"],
      ["token_type_hint", "optional, ignored"],
      ["client_id, client_secret", "unless the application authenticates by Basic"],
    ],
    answers: "200 { active, scope, client_id, token_type, exp, iat, sub, aud, iss, jti }",
    refuses: [["401 invalid_client", "the application is unknown, suspended or public, or the secret is wrong"]],
  },
  {
    method: "GET",
    path: "/api/oauth/jwks",
    about: "The public keys that verify ID tokens and access tokens (RFC 7517).",
    token: false,
    answers: "200 { keys }",
  },
];
