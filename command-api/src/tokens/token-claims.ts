import { hash } from "node:crypto";
import type { PersonClaims } from "@attestory/http/security/person-claims.ts";
import type { JWTPayload } from "jose";
import type { Target } from "./token-target.ts";

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
  target: Target;
  /** Thumbprint of the key that it is bound to (RFC 9449 section 6.1); null for none. */
  jkt: string | null;
}

/**
 * RFC 9068 section 2.2. The audience are our own endpoints, or an API. `grant` names the authorization, which ends all of its tokens at once.
 */
export function accessTokenClaims({
  issuer,
  clientId,
  tokenId,
  scopes,
  grant,
  roles,
  target,
  jkt,
  now,
}: AccessToken): JWTPayload {
  const claims: JWTPayload = {
    iss: issuer,
    sub: grant?.userId ?? clientId,
    aud: target?.resource ?? issuer,
    client_id: clientId,
    jti: tokenId,
    ...lifetime(now),
  };
  const named = target?.scopes.filter((scope) => scopes.includes(scope)) ?? scopes;
  if (named.length > 0) claims.scope = named.join(" ");
  if (grant) {
    claims.auth_time = authTime(grant, now);
    claims.grant = grant.authorizationId;
  }
  if (target) Object.assign(claims, claimsForApi(target, grant));
  else if (roles) claims.roles = roles;
  if (jkt !== null) claims.cnf = { jkt };
  return claims;
}

/**
 * What only a token for an API says (RFC 9068 sections 2.2.1 and 2.2.2). `api`: the application whose API it is, by which our own endpoints
 * know that it is not for them.
 */
const claimsForApi = ({ applicationId }: NonNullable<Target>, grant: GrantedAccess | null): JWTPayload => ({
  ...(grant !== null && grant.acr !== null && { acr: grant.acr }),
  ...(grant !== null && grant.amr.length > 0 && { amr: grant.amr }),
  api: applicationId,
});

/**
 * Of an application that acts for itself. `epoch`: the application's, which each suspension raises. A token with a former epoch stays dead,
 * whatever its times say. So does one of another `generation` of the log: no event of the log tells of it.
 */
export const clientTokenClaims = ({
  epoch,
  generation,
  ...issuing
}: Issuing & Pick<AccessToken, "tokenId" | "target" | "jkt"> & { epoch: number; generation: number }): JWTPayload => ({
  ...accessTokenClaims({ ...issuing, scopes: issuing.target?.scopes ?? [], grant: null, roles: null }),
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
