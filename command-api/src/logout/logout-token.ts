import type { JWTPayload } from "jose";

/** How long a logout token may be used. Each attempt sends a new one. */
const logoutTokenSeconds = 120;

export interface LogoutTokenFacts {
  /** `PUBLIC_URL`. */
  issuer: string;
  clientId: string;
  userId: string;
  /** As in the ID tokens of the session. */
  sessionId: string;
  /** The event that requests it: the same for every attempt. */
  tokenId: string;
  /** The machine's time, as in every token: its reader compares it with another machine's. */
  now: Date;
}

/** OpenID Connect Back-Channel Logout 1.0, section 2.4. */
export function logoutTokenClaims({ issuer, clientId, userId, sessionId, tokenId, now }: LogoutTokenFacts): JWTPayload {
  const iat = Math.floor(now.getTime() / 1000);
  return {
    iss: issuer,
    aud: clientId,
    iat,
    exp: iat + logoutTokenSeconds,
    jti: tokenId,
    sub: userId,
    sid: sessionId,
    events: { "http://schemas.openid.net/event/backchannel-logout": {} },
  };
}
