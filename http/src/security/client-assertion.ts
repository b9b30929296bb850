import { hash } from "node:crypto";
import { type ApplicationKeys, type SignedByApplication, verifyByApplicationKeys } from "./application-keys.ts";
import type { SingleUses } from "./single-uses.ts";

/** RFC 7523 section 2.2. */
export const assertionType = "urn:ietf:params:oauth:client-assertion-type:jwt-bearer";
export const longestAssertion = 8192;

/** How long an assertion may still be valid when it is sent. */
const longestSeconds = 300;
/** By which the clocks of two machines may differ. */
const skewSeconds = 30;
const keptSeconds = longestSeconds + 2 * skewSeconds;
const longestId = 500;

/** `client-authentication+jwt` as the revision of RFC 7523 says. A JWT of another type was signed for something else. */
const types: readonly (string | null)[] = [null, "jwt", "client-authentication+jwt"];

export interface PresentedAssertion {
  assertion: string;
  clientId: string;
  keys: ApplicationKeys;
  /** The address of the endpoint that was called. */
  endpoint: string;
  /** By the clock of this machine. */
  machineTime: Date;
}

/** Null if the application signed the assertion for this call, else why it is refused, as a sentence. */
export type VerifyAssertion = (presented: PresentedAssertion) => Promise<string | null>;

interface AssertionRules extends SingleUses {
  issuer: string;
  /** The address of the token endpoint: many libraries name it at every endpoint. */
  tokenEndpoint: string;
}

/** Verifies `private_key_jwt` (OpenID Connect Core section 9, RFC 7523 section 3). Each assertion is accepted once. */
export function assertionVerifier({ issuer, tokenEndpoint, rateLimiter, since }: AssertionRules): VerifyAssertion {
  const used = rateLimiter.window("client assertions used", 1, keptSeconds);
  return async ({ assertion, clientId, keys, endpoint, machineTime }) => {
    if (assertion.length > longestAssertion) return "client_assertion is too long";
    const signed = await verifyByApplicationKeys(keys, assertion);
    if ("fault" in signed) return `client_assertion ${signed.fault}`;
    const audiences = [issuer, tokenEndpoint, endpoint];
    const fault = faultOf(signed, { clientId, audiences, now: Math.floor(machineTime.getTime() / 1000), since });
    if (fault) return fault;
    const consumption = await used.consume(hash("sha256", `${clientId} ${signed.claims.jti}`, "base64url"));
    return "waitSeconds" in consumption ? "client_assertion was used before: give each one a jti of its own" : null;
  };
}

interface Expected {
  clientId: string;
  audiences: readonly string[];
  /** In seconds. */
  now: number;
  since: Date | null;
}

function faultOf({ type, claims }: SignedByApplication, expected: Expected): string | null {
  if (!types.includes(type)) return "client_assertion has the typ of another kind of token";
  return faultOfParties(claims, expected) ?? faultOfTimes(claims, expected) ?? faultOfId(claims.jti);
}

type Claims = Readonly<Record<string, unknown>>;

function faultOfParties({ iss, sub, aud }: Claims, { clientId, audiences }: Expected): string | null {
  if (iss !== clientId || sub !== clientId) return "iss and sub of client_assertion must both be the client_id";
  // A list could name a server that then sends the assertion here.
  if (typeof aud !== "string") return "aud of client_assertion must be one text: the issuer";
  return audiences.includes(aud) ? null : `aud of client_assertion must be the issuer, ${audiences[0]}`;
}

function faultOfTimes({ exp, iat, nbf }: Claims, { now, since }: Expected): string | null {
  if (typeof exp !== "number") return "client_assertion needs exp, in seconds since 1970";
  if (exp <= now - skewSeconds) return "client_assertion has expired";
  if (exp > now + longestSeconds + skewSeconds) {
    return `exp of client_assertion may be at most ${longestSeconds / 60} minutes ahead`;
  }
  if (isAhead(nbf, now) || isAhead(iat, now)) return "client_assertion is not valid yet: look at the clock";
  return wasMadeBefore({ exp, iat }, since)
    ? "client_assertion was made before this service started: make a new one"
    : null;
}

/** Absent is fine. */
const isAhead = (instant: unknown, now: number): boolean =>
  instant !== undefined && (typeof instant !== "number" || instant > now + skewSeconds);

/** It may have been used with the process before this one. Without `iat`, it is taken to be as old as it can be. */
function wasMadeBefore({ exp, iat }: { exp: number; iat: unknown }, since: Date | null): boolean {
  if (since === null) return false;
  const madeAt = typeof iat === "number" ? iat : exp - longestSeconds;
  return madeAt < Math.floor(since.getTime() / 1000);
}

const faultOfId = (jti: unknown): string | null =>
  typeof jti === "string" && jti !== "" && jti.length <= longestId
    ? null
    : `client_assertion needs a jti, a text of at most ${longestId} characters`;
