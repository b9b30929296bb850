/** The paths whose answers pages of every origin may read: those of the OAuth protocol that need no page of ours. */
export const anyOriginPaths: readonly string[] = [
  "/.well-known/openid-configuration",
  "/api/oauth/revoke",
  "/api/oauth/token",
  "/.well-known/oauth-authorization-server",
  "/api/oauth/jwks",
  "/api/oauth/userinfo",
];
