import { compactVerify, decodeProtectedHeader, importJWK, type JWK } from "jose";
import { applicationAlgorithms } from "../routing/application-schema.ts";

/** The public keys that an application registered (RFC 7517): checked when they were, five at most. */
export interface ApplicationKeys {
  keys: readonly Record<string, string>[];
}

/** Which type of key each algorithm uses. Neither `none` nor an HMAC, for which a public key could be taken as the secret. */
const types: Readonly<Record<(typeof applicationAlgorithms)[number], string>> = {
  RS256: "RSA",
  PS256: "RSA",
  ES256: "EC",
  EdDSA: "OKP",
};
const typeOf: ReadonlyMap<string, string> = new Map(Object.entries(types));

/** A JWT whose signature is an application's own. Nothing else of it was checked. */
export interface SignedByApplication {
  /** `typ` of its header, in lower case and without `application/` (RFC 7515 section 4.1.9). Null: it has none. */
  type: string | null;
  claims: Readonly<Record<string, unknown>>;
}

/** Why a JWT is not the application's, as a sentence without its subject: "is not a signed JWT". */
export interface SignatureFault {
  fault: string;
}

const malformed: SignatureFault = { fault: "is not a signed JWT" };

/** Verifies a signed JWT in compact form (RFC 7515 section 7.1) by the keys of an application. */
export async function verifyByApplicationKeys(
  { keys }: ApplicationKeys,
  jwt: string,
): Promise<SignedByApplication | SignatureFault> {
  const header = headerOf(jwt);
  if (!header) return malformed;
  const { alg, kid, typ } = header;
  const type = typeOf.get(String(alg));
  if (type === undefined) return { fault: `is not signed with one of ${applicationAlgorithms.join(", ")}` };
  const named = kid === undefined ? keys : keys.filter((key) => key.kid === kid);
  if (named.length === 0) return { fault: "names a kid that no key of the application has" };
  const fitting = named.filter((key) => key.kty === type && (key.alg ?? alg) === alg);
  for (const key of fitting) {
    const payload = await payloadOf(jwt, key, String(alg));
    if (payload) return claimsIn(payload, typ);
  }
  return { fault: "has a signature that no key of the application made" };
}

function headerOf(jwt: string) {
  try {
    return decodeProtectedHeader(jwt);
  } catch {
    return null;
  }
}

/** Null if another key signed it. Nothing that it throws is our fault: the key was tried when it was registered. */
async function payloadOf(jwt: string, key: JWK, alg: string): Promise<Uint8Array | null> {
  try {
    return (await compactVerify(jwt, await importJWK(key, alg), { algorithms: [alg] })).payload;
  } catch {
    return null;
  }
}

function claimsIn(payload: Uint8Array, typ: unknown): SignedByApplication | SignatureFault {
  const claims = parsedClaims(new TextDecoder().decode(payload));
  if (!claims) return malformed;
  const type = typeof typ === "string" ? typ.toLowerCase().replace(/^application\//, "") : null;
  return { type, claims };
}

/** The claims that a JWT says it has. Null if it is none. Nobody has verified them. */
export function unverifiedClaims(jwt: string): Readonly<Record<string, unknown>> | null {
  return parsedClaims(Buffer.from(jwt.split(".")[1] ?? "", "base64url").toString());
}

function parsedClaims(text: string): Readonly<Record<string, unknown>> | null {
  try {
    const claims: unknown = JSON.parse(text);
    return isObject(claims) ? claims : null;
  } catch {
    return null;
  }
}

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);
