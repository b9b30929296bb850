import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";
import { parse, stringify } from "uuid";

/** What the link of an email is for. A token for one purpose is invalid for every other. */
export type LinkPurpose = "verify-email" | "unlock";

export interface LinkedEvent {
  userId: string;
  /** The event that requested the email. */
  eventId: string;
}

/** The token carries the user id, the id of the event that requested the email, and a MAC. It is not stored. */
const macBytes = 32;
const idBytes = 16;
const length = Math.ceil(((2 * idBytes + macBytes) * 4) / 3);
const wellFormed = new RegExp(`^[A-Za-z0-9_-]{${length}}$`);

const mac = (keyring: Keyring, purpose: LinkPurpose, { userId, eventId }: LinkedEvent) =>
  keyring.hmac("link key", purpose, userId, eventId);

/** base64url of user id, event id and HMAC-SHA-256 with the link key. Computed from the log whenever the email is rendered. */
export const linkToken = (keyring: Keyring, purpose: LinkPurpose, event: LinkedEvent): string =>
  Buffer.concat([
    parse(event.userId),
    parse(event.eventId),
    Buffer.from(mac(keyring, purpose, event), "base64url"),
  ]).toString("base64url");

/** Null for anything but an exact token of `linkToken` for this purpose. */
export function readLinkToken(keyring: Keyring, purpose: LinkPurpose, token: string): LinkedEvent | null {
  if (!wellFormed.test(token)) return null;
  const bytes = Buffer.from(token, "base64url");
  // The last character may carry unused bits: only the canonical encoding is accepted.
  if (bytes.length !== 2 * idBytes + macBytes || bytes.toString("base64url") !== token) return null;
  const [userId, eventId] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes, 2 * idBytes)].map((id) => uuidOf(id));
  if (!userId || !eventId) return null;
  const presented = bytes.subarray(2 * idBytes).toString("base64url");
  const event = { userId, eventId };
  return isEqualInConstantTime(presented, mac(keyring, purpose, event)) ? event : null;
}

function uuidOf(bytes: Uint8Array): string | null {
  try {
    return stringify(bytes);
  } catch {
    return null;
  }
}
