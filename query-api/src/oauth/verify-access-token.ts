import { hash } from "node:crypto";
import { type Clock, machineTime } from "@attestory/event-store/clock.ts";
import { isPublished, signingKeyState } from "@attestory/events/signing-key-validity.ts";
import { type SigningKeyDocument, signingKeys, timesOfKey } from "@attestory/projections/read-models/signing-keys.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { canonicalBytes } from "@attestory/runtime/canonical-base64url.ts";
import { compactVerify, importJWK, errors as joseErrors } from "jose";
import { LRUCache } from "lru-cache";
import { z } from "zod";

/** Strict: a header with `crit`, `b64` or a key of its own is no header of ours. */
const header = z.strictObject({
  alg: z.literal("ES256"),
  typ: z.literal("at+jwt"),
  kid: z.string().regex(/^[A-Za-z0-9_-]{43}$/),
});

/**
 * The claims of RFC 9068 section 2.2 as this service issues them. `grant` names the authorization. An application's own token has the
 * application's `epoch` and the log's `generation` instead; older versions of the service gave it neither, or the epoch alone.
 */
const claims = z.object({
  iss: z.string(),
  sub: z.string(),
  aud: z.string(),
  client_id: z.string(),
  jti: z.uuid(),
  iat: z.int(),
  exp: z.int(),
  scope: z.string().optional(),
  auth_time: z.int().optional(),
  grant: z.uuid().optional(),
  epoch: z.int().optional(),
  generation: z.int().optional(),
  roles: z.array(z.string()).optional(),
  /** Of a token for the API of this application. Our own endpoints take none. */
  api: z.uuid().optional(),
  acr: z.string().optional(),
  amr: z.array(z.string()).optional(),
  /** The key that it is bound to (RFC 9449 section 6.1). */
  cnf: z.strictObject({ jkt: z.string() }).optional(),
  /** None of ours has it. */
  nbf: z.undefined().optional(),
});
export type AccessTokenClaims = z.infer<typeof claims>;

/** No access token is issued for longer. */
const longestSeconds = 3600;
/** How much earlier it may be by this process's clock than by that of the process which issued the token. */
const toleranceSeconds = 60;
/** So many tokens take about 10 MB. */
const mostRemembered = 10_000;

export interface AccessTokenParts {
  issuer: string;
  store: Pick<ReadStore, "get">;
  now: Clock;
}

/** Leaves out tokens for APIs: our own endpoints are not their audience (RFC 9068 section 4). */
export const forOwnEndpoints =
  (verify: VerifyAccessToken): VerifyAccessToken =>
  async (token) => {
    const claims = await verify(token);
    return claims?.api === undefined ? claims : null;
  };

/** The claims of an access token that this service signed and that has not expired; null for anything else. */
export type VerifyAccessToken = (token: string) => Promise<AccessTokenClaims | null>;

/**
 * Verifies access tokens (RFC 9068 section 4), for our own endpoints or for an API. A verified signature is remembered by the token's hash, because a token is used many times;
 * its key must still be published. Whether the token still counts is decided elsewhere, and anew each time.
 */
export function accessTokenVerifier({ issuer, store, now }: AccessTokenParts): VerifyAccessToken {
  const verified = new LRUCache<string, SignedClaims>({ max: mostRemembered });
  const keys = new LRUCache<string, VerificationKey>({ max: 20 });

  /** Read anew each time, as it may have been withdrawn. */
  const publishedKey = async (kid: string): Promise<SigningKeyDocument | null> => {
    const document = await store.get(signingKeys, kid);
    if (document?.algorithm !== "ES256") return null;
    const state = signingKeyState(timesOfKey(document), now());
    return state !== "next" && isPublished(state) ? document : null;
  };

  const keyOf = async (document: SigningKeyDocument) => {
    const known = keys.get(document.id);
    if (known) return known;
    const key = await importKey(document);
    keys.set(document.id, key);
    return key;
  };

  const readSigned = async (token: string): Promise<SignedClaims | null> => {
    const written = readWritten(token);
    const document = written && (await publishedKey(written.header.kid));
    if (!document || !(await isSigned(token, await keyOf(document)))) return null;
    const { iss, aud, iat, exp } = written.claims;
    const isForApi = written.claims.api !== undefined;
    const isOurs = iss === issuer && (isForApi || aud === issuer) && exp - iat <= longestSeconds;
    return isOurs ? { kid: document.id, claims: written.claims } : null;
  };

  const readRemembered = async (found: SignedClaims): Promise<SignedClaims | null> =>
    (await publishedKey(found.kid)) ? found : null;

  return async (token) => {
    const digest = hash("sha256", token, "base64url");
    const known = verified.get(digest);
    const found = await (known ? readRemembered(known) : readSigned(token));
    if (!found) return null;
    const { claims } = found;
    const nowSeconds = machineTime(now).getTime() / 1000;
    if (claims.exp <= nowSeconds || claims.iat > nowSeconds + toleranceSeconds) return null;
    if (!known) verified.set(digest, found);
    return claims;
  };
}

interface SignedClaims {
  /** Of the key that signed. */
  kid: string;
  claims: AccessTokenClaims;
}

type VerificationKey = Awaited<ReturnType<typeof importKey>>;

const importKey = ({ publicKey, algorithm }: SigningKeyDocument) => importJWK(publicKey, algorithm);

const parts = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

const decoded = (part: string): string | null => canonicalBytes(part)?.toString("utf8") ?? null;

const jsonOf = (text: string): unknown => {
  try {
    return JSON.parse(text);
  } catch {
    return null;
  }
};

/** The value, if this is its only spelling: a name that is given twice, or a number such as `1e3`, has another. */
const canonicalJson = (text: string): unknown => {
  const value = jsonOf(text);
  return JSON.stringify(value) === text ? value : null;
};

/** Header and claims before the signature is verified; null if no token of ours is written like this one. */
function readWritten(token: string) {
  const [, ...written] = parts.exec(token) ?? [];
  const [headerText, claimsText, signature] = written.map(decoded);
  if (!headerText || !claimsText || !signature) return null;
  const ours = {
    header: header.safeParse(canonicalJson(headerText)).data,
    claims: claims.safeParse(canonicalJson(claimsText)).data,
  };
  return ours.header && ours.claims ? { header: ours.header, claims: ours.claims } : null;
}

async function isSigned(token: string, key: VerificationKey): Promise<boolean> {
  try {
    await compactVerify(token, key, { algorithms: ["ES256"] });
    return true;
  } catch (error) {
    if (error instanceof joseErrors.JOSEError) return false;
    throw error;
  }
}
