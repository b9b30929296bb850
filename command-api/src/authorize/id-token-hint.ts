import { z } from "zod";

const claims = z.object({ sub: z.string() });

/**
 * Who the application believes is signed in (OpenID Connect Core section 3.1.2.1). The signature is not verified: a hint only leads to a
 * question where there was none, or to an error. Null if it cannot be read.
 */
export function hintedSubject(hint: string): string | null {
  const [, payload, signature] = hint.split(".");
  if (payload === undefined || signature === undefined) return null;
  try {
    return claims.safeParse(JSON.parse(Buffer.from(payload, "base64url").toString("utf8"))).data?.sub ?? null;
  } catch {
    return null;
  }
}
