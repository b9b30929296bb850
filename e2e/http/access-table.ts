import { type DeclaredRoute, named } from "./declared-routes.ts";

/** The principals that make requests. The API keys and OAuth tokens are forged, so no call accepts them. */
export const principals = [
  "anonymous",
  "pending",
  "user",
  "developer",
  "pro",
  "admin",
  "inactive",
  "api-key",
  "oauth-token",
] as const;
export type PrincipalName = (typeof principals)[number];

type Refused = Partial<Record<PrincipalName, number>>;
const notSignedIn: Refused = { anonymous: 401, inactive: 401, "api-key": 401, "oauth-token": 401 };
/** The status for each principal that a call refuses, by whom it lets in. */
const refusals = {
  anyone: {},
  pending: notSignedIn,
  user: { ...notSignedIn, pending: 403 },
  pro: { ...notSignedIn, pending: 403, user: 403, developer: 403 },
  developer: { ...notSignedIn, pending: 403, user: 403, pro: 403 },
  admin: { ...notSignedIn, pending: 403, user: 403, developer: 403, pro: 403 },
  /** Takes access tokens of applications, or API keys, alone: no session signs in. */
  application: { ...notSignedIn, pending: 401, user: 401, developer: 401, pro: 401, admin: 401 },
  /** Takes an application's own credentials, or a token of its registration, alone. */
  client: { ...notSignedIn, pending: 401, user: 401, developer: 401, pro: 401, admin: 401 },
} satisfies Record<string, Refused>;
export type LetsIn = keyof typeof refusals;

/** The paths of calls that let in admins alone, whatever they declare. */
export const forAdmins = "/api/admin/";

/** Other calls that let in more or fewer than verified users. Only a person can decide this: any other call lets in exactly those. */
export const exceptions: Readonly<Record<string, LetsIn>> = {
  "POST /api/auth/register": "anyone",
  "POST /api/auth/check": "anyone",
  "POST /api/auth/login": "anyone",
  "POST /api/auth/unlock": "anyone",
  "POST /api/auth/forgot-password": "anyone",
  "POST /api/auth/reset-password": "anyone",
  "POST /api/auth/webauthn/login-begin": "anyone",
  "POST /api/auth/webauthn/login-complete": "anyone",
  "POST /api/auth/confirm-email": "anyone",
  "POST /api/auth/undo-email": "anyone",
  "POST /api/auth/resend-verification": "anyone",
  "GET /api/auth/verify-email": "anyone",
  "POST /api/auth/not-me": "anyone",
  "POST /api/user/erasure/cancel": "anyone",
  "POST /api/user/erasure/now": "anyone",
  "GET /api/auth/me": "pending",
  "POST /api/auth/logout": "pending",
  "GET /api/dev/inbox": "anyone",
  "GET /api/dev/inbox/{id}/html": "anyone",
  "POST /api/auth/admin-link": "pending",
  "POST /api/auth/rescue/password": "anyone",
  "POST /api/auth/rescue/second-factors": "anyone",
  "POST /api/developer/api-keys": "pro",
  "GET /api/auth/sign-up-policy": "anyone",
  "GET /api/developer/applications": "developer",
  "GET /api/developer/applications/{id}/claims": "developer",
  "GET /api/developer/applications/{id}/requests": "developer",
  "POST /api/developer/applications": "developer",
  "PUT /api/developer/applications/{id}": "developer",
  "DELETE /api/developer/applications/{id}": "developer",
  "DELETE /api/developer/applications/{id}/registration-access": "developer",
  "POST /api/developer/applications/{id}/rotate-secret": "developer",
  "GET /.well-known/openid-configuration": "anyone",
  "GET /.well-known/oauth-authorization-server": "anyone",
  "GET /api/oauth/jwks": "anyone",
  "GET /api/oauth/applications/{id}": "anyone",
  "GET /api/oauth/userinfo": "application",
  "GET /api/users": "application",
  "POST /api/users": "application",
  "GET /api/system/health": "application",
  "POST /api/oauth/userinfo": "anyone",
  "POST /api/oauth/introspect": "anyone",
  "POST /api/oauth/token": "anyone",
  "POST /api/oauth/register": "client",
  "GET /api/oauth/register/{client_id}": "client",
  "PUT /api/oauth/register/{client_id}": "client",
  "DELETE /api/oauth/register/{client_id}": "anyone",
  "POST /api/oauth/revoke": "anyone",
  "POST /api/oauth/device_authorization": "client",
  "POST /api/oauth/par": "anyone",
  "GET /health/live": "anyone",
  "GET /health/ready": "anyone",
  "GET /openapi.json": "anyone",
};

/** Whom a call lets in, as `METHOD /path`. */
export const whomLetsIn = (route: string): LetsIn =>
  route.includes(` ${forAdmins}`) ? "admin" : (exceptions[route] ?? "user");

const forRoles: readonly LetsIn[] = ["developer", "pro", "admin"];
/** Whether a user without a role is refused. An admin with every role is let in. */
export const needsRole = (route: string): boolean => forRoles.includes(whomLetsIn(route));

/** Reads that answer 404 while there is nothing to answer, and the code. */
export const nothingYet: Readonly<Record<string, string>> = { "GET /api/oauth/session-request": "no_pending_request" };

type TableCall = Pick<DeclaredRoute, "method" | "path" | "needsQuery">;
/** The OpenAPI document does not list itself. */
const itself: TableCall = { method: "GET", path: "/openapi.json", needsQuery: false };

/**
 * The status of a request that changes nothing, if the principal is let in: a write has an unknown field, a required query is missing,
 * and ids do not exist.
 */
function statusLetIn({ method, path, needsQuery }: TableCall): number {
  if (method !== "GET" || needsQuery) return 400;
  return path.includes("{") || named({ method, path }) in nothingYet ? 404 : 200;
}

/** The status by principal, for each declared call. */
export const accessTable = (declared: readonly DeclaredRoute[]): [TableCall, Record<PrincipalName, number>][] =>
  [...declared, itself].map((route) => {
    const refused: Refused = refusals[whomLetsIn(named(route))];
    const row = principals.map((name) => [name, refused[name] ?? statusLetIn(route)]);
    return [route, Object.fromEntries(row) as Record<PrincipalName, number>];
  });
