import { hash } from "node:crypto";
import type { PersonClaims } from "@attestory/http/security/person-claims.ts";
import type { JWTPayload } from "jose";

/** How long access tokens and ID tokens may be used. */
export const tokenSeconds = 3600;

const secondsOf = (date: Date): number => Math.floor(date.getTime() / 1000);

/** What both kinds of token say. */
interface Issuing {
  /** `PUBLIC_URL`. */
  issuer: string;
  clientId: string;
  /** The machine's time: whoever reads the token compares it with another machine's. */
  now: Date;
}

/** A session may be dated later, by a clock that was set back since. Nobody has signed in after the token was issued. */
const authTime = ({ authenticatedAt }: GrantedAccess, now: Date) =>
  Math.min(secondsOf(authenticatedAt), secondsOf(now));
const lifetime = (now: Date) => ({ iat: secondsOf(now), exp: secondsOf(now) + tokenSeconds });

/** What a user granted, as far as tokens tell of it. */
export interface GrantedAccess {
  authorizationId: string;
  userId: string;
  sessionId: string;
  nonce: string | null;
  authenticatedAt: Date;
  /** Null and empty for a grant from before they were recorded. */
  acr: string | null;
  amr: readonly string[];
}

export interface AccessToken extends Issuing {
  tokenId: string;
  scopes: readonly string[];
  /** Null: the application acts for itself. */
  grant: GrantedAccess | null;
  /** With the scope `roles`. */
  roles: readonly string[] | null;
  /** Thumbprint of the key that it is bound to (RFC 9449 section 6.1); null for none. */
  jkt: string | null;
}

/** RFC 9068 section 2.2. Our own endpoints are the audience. `grant` names the authorization, which ends all of its tokens at once. */
export function accessTokenClaims({
  issuer,
  clientId,
  tokenId,
  scopes,
  grant,
  roles,
  jkt,
  now,
}: AccessToken): JWTPayload {
  const claims: JWTPayload = {
    iss: issuer,
    sub: grant?.userId ?? clientId,
    aud: issuer,
    client_id: clientId,
    jti: tokenId,
    ...lifetime(now),
  };
  if (scopes.length > 0) claims.scope = scopes.join(" ");
  if (grant) {
    claims.auth_time = authTime(grant, now);
    claims.grant = grant.authorizationId;
  }
  if (roles) claims.roles = roles;
  if (jkt !== null) claims.cnf = { jkt };
  return claims;
}

/**
 * Of an application that acts for itself. `epoch`: the application's, which each suspension raises. A token with a former epoch stays dead,
 * whatever its times say. So does one of another `generation` of the log: no event of the log tells of it.
 */
export const clientTokenClaims = ({
  epoch,
  generation,
  ...issuing
}: Issuing & Pick<AccessToken, "tokenId" | "jkt"> & { epoch: number; generation: number }): JWTPayload => ({
  ...accessTokenClaims({ ...issuing, scopes: [], grant: null, roles: null }),
  epoch,
  generation,
});

export interface IdToken extends Issuing {
  grant: GrantedAccess;
  accessToken: string;
  /** The nonce of the request; a refreshed ID token has none (OpenID Connect Core section 12.2). */
  nonce: string | null;
  /** What it tells of the person beside `sub`. */
  person: PersonClaims;
}

/** OpenID Connect Core sections 2, 3.1.3.6 and 12.2. */
export function idTokenClaims({ issuer, clientId, grant, accessToken, nonce, person, now }: IdToken): JWTPayload {
  const claims: JWTPayload = {
    ...person,
    iss: issuer,
    sub: grant.userId,
    aud: clientId,
    azp: clientId,
    ...lifetime(now),
    auth_time: authTime(grant, now),
    at_hash: accessTokenHash(accessToken),
    sid: grant.sessionId,
  };
  if (nonce !== null) claims.nonce = nonce;
  // As at the authentication, in refreshed tokens too.
  if (grant.acr !== null) claims.acr = grant.acr;
  if (grant.amr.length > 0) claims.amr = grant.amr;
  return claims;
}

/** The left half of the token's hash. Both of our algorithms use SHA-256. */
const accessTokenHash = (accessToken: string): string =>
  hash("sha256", accessToken, "buffer").subarray(0, 16).toString("base64url");
