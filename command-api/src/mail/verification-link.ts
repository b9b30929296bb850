import { timingSafeEqual } from "node:crypto";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { parse, stringify } from "uuid";

/** What a link in a letter carries: whose it is, which request it answers, and the proof that it is ours. Kept nowhere. */
const macBytes = 32;
const idBytes = 16;
const length = Math.ceil(((2 * idBytes + macBytes) * 4) / 3);
const wellFormed = new RegExp(`^[A-Za-z0-9_-]{${length}}$`);

const mac = (keyring: Keyring, userId: string, verificationId: string) =>
  Buffer.from(keyring.hmac("link key", "verify-email", userId, verificationId), "base64url");

/** base64url of user id, event id and HMAC-SHA-256 with the link key: made again from the log whenever the letter is written. */
export const verificationToken = (keyring: Keyring, userId: string, verificationId: string): string =>
  Buffer.concat([parse(userId), parse(verificationId), mac(keyring, userId, verificationId)]).toString("base64url");

/** Null for anything that is not, to the letter, a token of ours. */
export function readVerificationToken(
  keyring: Keyring,
  token: string,
): { userId: string; verificationId: string } | null {
  if (!wellFormed.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  // The last character may carry bits that decode to nothing: only one spelling counts.
  if (bytes.length !== 2 * idBytes + macBytes || bytes.toString("base64url") !== token) return null;
  const [userId, verificationId] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes, 2 * idBytes)].map((id) =>
    uuidOf(id),
  );
  if (!userId || !verificationId) return null;
  return timingSafeEqual(bytes.subarray(2 * idBytes), mac(keyring, userId, verificationId))
    ? { userId, verificationId }
    : null;
}

function uuidOf(bytes: Uint8Array): string | null {
  try {
    return stringify(bytes);
  } catch {
    return null;
  }
}
