import { canonicalBytes } from "@attestory/runtime/canonical-base64url.ts";
import { compactVerify, importJWK, errors as joseErrors } from "jose";
import { isSecret, type ProofAlgorithm, type ProofKey, proofAlgorithms, proofKey } from "./proof-key.ts";

/** In characters. A proof with a key of 4096 bits has about 2000. */
const longestProof = 8192;

/** A proof that its key signed. Its claims are not checked yet. */
export interface SignedProof {
  key: ProofKey;
  claims: Readonly<Record<string, unknown>>;
}

const parts = /^([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)\.([A-Za-z0-9_-]+)$/;

const isObject = (value: unknown): value is Record<string, unknown> =>
  typeof value === "object" && value !== null && !Array.isArray(value);

function decoded(part: string | undefined): Record<string, unknown> | null {
  const bytes = part === undefined ? null : canonicalBytes(part);
  try {
    const value: unknown = bytes && JSON.parse(bytes.toString("utf8"));
    return isObject(value) ? value : null;
  } catch {
    return null;
  }
}

/** Reads the header `DPoP` as sent (RFC 9449 section 4.3, checks 1 to 7). Otherwise why it is refused, as a sentence. */
export async function readProof(sent: string): Promise<SignedProof | string> {
  // Headers that are sent twice are joined by commas, which no proof contains.
  if (sent.includes(",")) return "Send the DPoP header once";
  if (sent.length > longestProof) return "The DPoP proof is too long";
  const [, headerPart, claimsPart] = parts.exec(sent) ?? [];
  const [header, claims] = [decoded(headerPart), decoded(claimsPart)];
  if (!header || !claims) return "The DPoP proof is no JWT";
  const signing = signingOf(header);
  if (typeof signing === "string") return signing;
  return (await isSigned(sent, signing))
    ? { key: signing.key, claims }
    : "The signature of the DPoP proof does not belong to its key";
}

interface Signing {
  algorithm: ProofAlgorithm;
  key: ProofKey;
}

function signingOf({ typ, alg, jwk, crit }: Record<string, unknown>): Signing | string {
  if (typ !== "dpop+jwt") return "typ of the DPoP proof must be dpop+jwt";
  const algorithm = proofAlgorithms.find((known) => known === alg);
  if (!algorithm) return `alg of the DPoP proof must be one of ${proofAlgorithms.join(", ")}`;
  if (crit !== undefined) return "The DPoP proof has a crit header, which is not supported";
  if (isSecret(jwk)) return "jwk of the DPoP proof has a private key: make a new one, and send only its public key";
  const key = proofKey(algorithm, jwk);
  return key ? { algorithm, key } : `jwk of the DPoP proof is no public key for ${algorithm}`;
}

async function isSigned(proof: string, { algorithm, key }: Signing): Promise<boolean> {
  try {
    await compactVerify(proof, await importJWK({ ...key }, algorithm), { algorithms: [algorithm] });
    return true;
  } catch (error) {
    if (isOfKey(error)) return false;
    throw error;
  }
}

/** A point that is not on its curve, or a modulus that is too short, fails in the runtime's own ways. */
const isOfKey = (error: unknown): boolean =>
  error instanceof joseErrors.JOSEError || error instanceof TypeError || error instanceof DOMException;
