import { createCipheriv, createDecipheriv, createSecretKey } from "node:crypto";
import { randomNonce } from "@attestory/runtime/random-nonce.ts";

/** The log position up to which a client has written or read. Valid only within its generation of the log. */
export interface PositionMark {
  generation: number;
  position: bigint;
}

/** HMAC-SHA-256 of the parts in base64url, computed with a secret that all processes of the service share. */
export type KeyedDigest = (...parts: string[]) => string;

/** The header of a command's answer; a client may send it back with any request. */
export const positionHeader = "X-Log-Position";
/** The cookie with which a browser sends its newest mark; it expires `markSeconds` after the write. */
export const positionCookie = "__Host-position";
export const markSeconds = 30;

const cipher = "aes-256-gcm";
const purpose = "position mark";
const nonceBytes = 24;
const ivBytes = 12;
/** Generation, position and expiry. */
const markBytes = 4 + 8 + 8;
const tagBytes = 16;
const form = new RegExp(`^[\\w-]{${((nonceBytes + markBytes + tagBytes) * 4) / 3}}$`);

/**
 * The key of one mark. Random 96-bit nonces under one key may repeat after 2^32 marks, which a busy service writes within weeks.
 * With a key for each nonce of 192 bits, none repeats. A cipher accepts a key object more than twice as fast as bytes.
 */
const keyOf = (nonce: Buffer, digest: KeyedDigest) =>
  createSecretKey(digest(purpose, nonce.toString("base64url")), "base64url");

/**
 * The mark as a client sees it: an opaque text, each time another one and always 80 characters long. A readable position would show how
 * many events a request caused, and so which addresses have an account. `expiresAt`: null if the mark does not expire.
 */
export function encryptMark(
  { generation, position }: PositionMark,
  expiresAt: Date | null,
  digest: KeyedDigest,
): string {
  const mark = Buffer.alloc(markBytes);
  mark.writeUInt32BE(generation, 0);
  mark.writeBigUInt64BE(position, 4);
  mark.writeBigUInt64BE(BigInt(expiresAt?.getTime() ?? 0), 12);
  const nonce = randomNonce(nonceBytes);
  const encryption = createCipheriv(cipher, keyOf(nonce, digest), nonce.subarray(0, ivBytes));
  const encrypted = [encryption.update(mark), encryption.final()];
  return Buffer.concat([nonce, ...encrypted, encryption.getAuthTag()]).toString("base64url");
}

/** Null if the service did not write this mark, or if it has expired. */
export function decryptMark(text: string, now: Date, digest: KeyedDigest): PositionMark | null {
  if (!form.test(text)) return null;
  const mark = decrypt(Buffer.from(text, "base64url"), digest);
  if (!mark) return null;
  const expiresAt = mark.readBigUInt64BE(12);
  if (expiresAt !== 0n && expiresAt <= BigInt(now.getTime())) return null;
  return { generation: mark.readUInt32BE(0), position: mark.readBigUInt64BE(4) };
}

function decrypt(bytes: Buffer, digest: KeyedDigest): Buffer | null {
  const nonce = bytes.subarray(0, nonceBytes);
  const decryption = createDecipheriv(cipher, keyOf(nonce, digest), nonce.subarray(0, ivBytes), {
    authTagLength: tagBytes,
  }).setAuthTag(bytes.subarray(-tagBytes));
  try {
    return Buffer.concat([decryption.update(bytes.subarray(nonceBytes, -tagBytes)), decryption.final()]);
  } catch {
    return null;
  }
}
