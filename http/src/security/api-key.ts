import { crc32 } from "node:zlib";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";
import { type ProblemAnswer, problem, withHeaders } from "../routing/problem.ts";

/** `atk_<key id>_<secret>_<checksum>`: names its stream, so no table of keys is needed. The prefix marks it among other bearer tokens. */
export interface ApiKeyParts {
  keyId: string;
  /** 256 random bits, base64url. */
  secret: string;
}

const form = /^atk_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})_([A-Za-z0-9_-]{43})_([0-9a-f]{8})$/;

const checksum = (text: string): string => crc32(text).toString(16).padStart(8, "0");

const unchecked = ({ keyId, secret }: ApiKeyParts): string => `atk_${keyId}_${secret}`;

/** The checksum is no secret: with it, scanners of source code recognize a key without asking. */
export const apiKeyText = (parts: ApiKeyParts): string => `${unchecked(parts)}_${checksum(unchecked(parts))}`;

/** Null for anything that is not exactly an API key. */
export function parseApiKey(text: string): ApiKeyParts | null {
  const [, keyId, secret, sum] = form.exec(text) ?? [];
  return keyId && secret && sum === checksum(unchecked({ keyId, secret })) ? { keyId, secret } : null;
}

/** Eight characters after the mark, by which its owner recognizes the key. They are not secret. */
export const apiKeyPrefix = (keyId: string): string => `atk_${keyId.slice(0, 8)}`;

type KeyedDigest = (...parts: string[]) => string;

/** What is stored of a key. @param hmac the keyring's HMAC under the link key */
export const apiKeyDigest = (parts: ApiKeyParts, hmac: KeyedDigest): string => hmac("API key", apiKeyText(parts));

const noDigest = "A".repeat(43);

/** Whether it is the key of this digest. Without one, as for an unknown id, the comparison takes as long and fails. */
export const matchesApiKey = (parts: ApiKeyParts, digest: string | null, hmac: KeyedDigest): boolean =>
  isEqualInConstantTime(apiKeyDigest(parts, hmac), digest ?? noDigest) && digest !== null;

/** The refusal for a key without the scope that a call needs (RFC 6750 section 3.1). */
export const insufficientScope = (needed: string): ProblemAnswer =>
  withHeaders(problem(403, "insufficient_scope", `This API key lacks the scope ${needed}`), {
    "WWW-Authenticate": `Bearer error="insufficient_scope", scope="${needed}"`,
  });

/** The same, or null if the key has the scope. */
export const refuseScope = (scopes: readonly string[], needed: string): ProblemAnswer | null =>
  scopes.includes(needed) ? null : insufficientScope(needed);
