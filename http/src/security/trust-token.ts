import { hostCookie } from "../parsing/cookies.ts";

/** The cookie of a browser that is not asked for a second factor. */
export const trustedDeviceCookie = "__Host-trusted-device";

export interface TrustToken {
  trustId: string;
  /** At least 128 random bits, base64url. */
  secret: string;
}

const form = /^([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\.([A-Za-z0-9_-]{43})$/;

/** The `Set-Cookie` line. It does not name the account. */
export const trustedDeviceCookieFor = ({ trustId, secret }: TrustToken, seconds: number): string =>
  hostCookie(trustedDeviceCookie, `${trustId}.${secret}`, seconds);

/** Null for anything that is not exactly the value of such a cookie. */
export function parseTrustToken(value: string | undefined): TrustToken | null {
  const [, trustId, secret] = form.exec(value ?? "") ?? [];
  return trustId && secret ? { trustId, secret } : null;
}
