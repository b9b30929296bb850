import { matchesTokenHash, tokenHash } from "./session-token.ts";

/** What is stored of an application's secret to verify one: base64url SHA-256. */
export interface ClientSecretDigests {
  /** Null: the application is public and has no secret. */
  current: string | null;
  /** A secret that was rotated and still works for a while. */
  former: { digest: string; until: Date } | null;
}

/** `atcs_<256 bits, base64url>`: the prefix lets scanners of source code find one that leaked. */
export const clientSecretText = (secret: string): string => `atcs_${secret}`;

export const clientSecretDigest = (text: string): string => tokenHash(text);

/** Compares in constant time. */
export function matchesClientSecret({ current, former }: ClientSecretDigests, text: string, now: Date): boolean {
  if (current !== null && matchesTokenHash(text, current)) return true;
  return former !== null && now < former.until && matchesTokenHash(text, former.digest);
}
