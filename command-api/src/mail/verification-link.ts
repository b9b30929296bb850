import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";
import { parse, stringify } from "uuid";

/** The token in a link carries the user id, the id of the event that requested it, and a MAC. It is not stored. */
const macBytes = 32;
const idBytes = 16;
const length = Math.ceil(((2 * idBytes + macBytes) * 4) / 3);
const wellFormed = new RegExp(`^[A-Za-z0-9_-]{${length}}$`);

const mac = (keyring: Keyring, userId: string, verificationId: string) =>
  keyring.hmac("link key", "verify-email", userId, verificationId);

/** base64url of user id, event id and HMAC-SHA-256 with the link key. Computed from the log whenever the email is rendered. */
export const verificationToken = (keyring: Keyring, userId: string, verificationId: string): string =>
  Buffer.concat([
    parse(userId),
    parse(verificationId),
    Buffer.from(mac(keyring, userId, verificationId), "base64url"),
  ]).toString("base64url");

/** Null for anything but an exact token of `verificationToken`. */
export function readVerificationToken(
  keyring: Keyring,
  token: string,
): { userId: string; verificationId: string } | null {
  if (!wellFormed.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  // The last character may carry unused bits: only the canonical encoding is accepted.
  if (bytes.length !== 2 * idBytes + macBytes || bytes.toString("base64url") !== token) return null;
  const [userId, verificationId] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes, 2 * idBytes)].map((id) =>
    uuidOf(id),
  );
  if (!userId || !verificationId) return null;
  const presented = bytes.subarray(2 * idBytes).toString("base64url");
  return isEqualInConstantTime(presented, mac(keyring, userId, verificationId)) ? { userId, verificationId } : null;
}

function uuidOf(bytes: Uint8Array): string | null {
  try {
    return stringify(bytes);
  } catch {
    return null;
  }
}
