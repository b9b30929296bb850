import type { Credential } from "../routing/request-context.ts";

/** The session cookie. It authorises reads, and writes only from our own pages (see `cross-site.ts`). */
export const sessionCookie = "__Host-session";

/** The `credentials` of RFC 6750 section 2.1; long enough for a signed access token. */
const bearer = /^bearer +([A-Za-z0-9\-._~+/]{1,2048}=*)$/i;
const maxLength = 2100;

/**
 * The credential of a request. If `Authorization` is present, the cookie is ignored, so a malformed header (another scheme,
 * two headers, characters that no token contains) gives null.
 */
export const readCredential = (
  authorization: string | undefined,
  cookies: () => ReadonlyMap<string, string>,
): Credential | null => {
  if (authorization !== undefined) {
    const token = authorization.length > maxLength ? undefined : bearer.exec(authorization)?.[1];
    return token === undefined ? null : { kind: "bearer", value: token };
  }
  const value = cookies().get(sessionCookie);
  return value ? { kind: "cookie", value } : null;
};
