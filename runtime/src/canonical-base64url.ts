import { isEqualInConstantTime } from "./constant-time.ts";

/**
 * The bytes of a base64url text. Null for any text but the one that encodes them: decoders ignore what they do not know, and the last
 * character may carry unused bits (RFC 4648 section 3.5).
 */
export function canonicalBytes(text: string): Buffer | null {
  const bytes = Buffer.from(text, "base64url");
  return isEqualInConstantTime(bytes.toString("base64url"), text) ? bytes : null;
}
