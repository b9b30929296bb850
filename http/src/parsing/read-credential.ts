import type { Credential } from "../routing/request-context.ts";

/** The session cookie. It authorises reads, and writes only from our own pages (see `cross-site.ts`). */
export const sessionCookie = "__Host-session";

/** The `credentials` of RFC 6750 section 2.1; long enough for a signed access token. */
const bearer = /^bearer +([A-Za-z0-9\-._~+/]{1,2048}=*)$/i;
/** RFC 9449 section 7.1. */
const dpop = /^dpop +([A-Za-z0-9\-._~+/]{1,2048}=*)$/i;
const maxLength = 2100;

const tokenOf = (authorization: string, scheme: RegExp): string | undefined =>
  authorization.length > maxLength ? undefined : scheme.exec(authorization)?.[1];

/**
 * The credential of a request. If `Authorization` is present, the cookie is ignored, so a malformed header (another scheme,
 * two headers, characters that no token contains) gives null.
 */
export const readCredential = (
  authorization: string | undefined,
  cookies: () => ReadonlyMap<string, string>,
): Credential | null => {
  if (authorization !== undefined) {
    const token = tokenOf(authorization, bearer);
    return token === undefined ? null : { kind: "bearer", value: token };
  }
  const value = cookies().get(sessionCookie);
  return value ? { kind: "cookie", value } : null;
};

/** An access token that is bound to a key. It is a credential only for calls that take access tokens. */
export function readBoundCredential(authorization = ""): Credential | null {
  const token = tokenOf(authorization, dpop);
  return token === undefined ? null : { kind: "dpop", value: token };
}
