import { z } from "zod";

/** Raised when the file gets another form. */
export const backupFormat = 1;

const position = z.string().regex(/^\d{1,19}$/);

/** The second line of a backup: what the file is. Known when its first line is written. */
export const manifest = z.strictObject({
  format: z.int().positive(),
  /** Of the log that was copied. */
  generation: z.int().positive(),
  /** The file holds every event up to this position of that log, and none after it. */
  position,
  /** The release that wrote the file. */
  release: z.string().max(100),
  takenAt: z.iso.datetime(),
  /** Identifies the master key that wraps the keys: see `MasterKey.mark`. */
  masterKey: z.string().regex(/^[0-9a-f]{8}$/),
  /** `separate`: the keys are in a second file, and the events cannot be read without it. */
  keys: z.enum(["included", "separate"]),
  /** Which of the two files this is. */
  part: z.enum(["events", "keys"]),
  /** The Ed25519 key that verifies the signature (RFC 8032), base64url. */
  publicKey: z.string().regex(/^[\w-]{43}$/),
});
export type Manifest = z.infer<typeof manifest>;

/** The last line: what only the end of the writing shows. */
export const closing = z.strictObject({
  events: z.int().nonnegative(),
  keys: z.int().nonnegative(),
  /** SHA-256 of every byte before this line, in hexadecimal digits. */
  sha256: z.string().regex(/^[0-9a-f]{64}$/),
  /** Ed25519 signature of the SHA-256's bytes, base64url: its last character has four unused bits, which are 0. */
  signature: z.string().regex(/^[\w-]{85}[AQgw]$/),
});
export type Closing = z.infer<typeof closing>;
