import { createHash } from "node:crypto";

/** A file, or a document that is made once, held in memory. */
export interface StoredFile {
  readonly type: string;
  readonly bytes: Buffer;
  /** Of the uncompressed bytes; strong, quoted (RFC 9110 section 8.8.3). */
  readonly etag: string;
  /** Whether compression is worthwhile. */
  readonly compressible: boolean;
  /** The `Cache-Control` of its answers. */
  readonly cacheControl: string;
}

const textual = /^text\/|json|svg|javascript/;
const worthCompressing = 1_024;

/** Browsers may keep the file, and ask each time whether it is still the same. */
export const askAgain = "no-cache";

export const storedFile = (type: string, bytes: Buffer, cacheControl: string): StoredFile => ({
  type,
  bytes,
  etag: `"${createHash("sha256").update(bytes).digest("base64url").slice(0, 22)}"`,
  compressible: textual.test(type) && bytes.length > worthCompressing,
  cacheControl,
});
