import { hash } from "node:crypto";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";

/** `ats_<session id>_<secret>`: names its stream, so no table of tokens is needed. The prefix marks it among other bearer tokens. */
export interface SessionToken {
  sessionId: string;
  /** At least 128 random bits, base64url. */
  secret: string;
}

const form = /^ats_([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})_([A-Za-z0-9_-]{43})$/;

export const sessionToken = ({ sessionId, secret }: SessionToken): string => `ats_${sessionId}_${secret}`;

/** Null for anything that is not exactly a session token. */
export function parseSessionToken(text: string): SessionToken | null {
  const [, sessionId, secret] = form.exec(text) ?? [];
  return sessionId && secret ? { sessionId, secret } : null;
}

/** SHA-256, base64url: at least 128 random bits need no slow hash (OWASP ASVS 5.0, 6.5.2). */
export const tokenHash = (secret: string): string => hash("sha256", secret, "base64url");

export const matchesTokenHash = (secret: string, expected: string): boolean =>
  isEqualInConstantTime(tokenHash(secret), expected);
