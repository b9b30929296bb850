/** The scopes of this provider. Every other one is of an application's API, or gives nothing. */
export const providerScopes = ["openid", "profile", "email", "offline_access", "roles"] as const;

const known = new Set<string>(providerScopes);
export const isProviderScope = (scope: string): boolean => known.has(scope);
