import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { canonicalBytes } from "@attestory/runtime/canonical-base64url.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";
import { parse, stringify } from "uuid";

/** The token in a link carries the user id, the id of the event that requested the email, and a MAC. It is not stored. */
const macBytes = 32;
const idBytes = 16;
const length = Math.ceil(((2 * idBytes + macBytes) * 4) / 3);
const wellFormed = new RegExp(`^[A-Za-z0-9_-]{${length}}$`);

/** What the link does. A token of one kind is not accepted as one of another. */
export type LinkKind =
  | "verify-email"
  | "unlock"
  | "not-me"
  | "reset-password"
  | "confirm-email"
  | "undo-email"
  | "admin"
  | "rescue"
  | "invitation"
  | "keep-account";

export interface Link {
  /** Of an invitation, which has no user yet: its own id. */
  userId: string;
  /** The event that requested the email with this link, or that made the link. */
  eventId: string;
}

const mac = (keyring: Keyring, kind: LinkKind, { userId, eventId }: Link) =>
  keyring.hmac("link key", kind, userId, eventId);

/** base64url of user id, event id and HMAC-SHA-256 with the link key. Computed from the log whenever the email is rendered. */
export const linkToken = (keyring: Keyring, kind: LinkKind, link: Link): string =>
  Buffer.concat([parse(link.userId), parse(link.eventId), Buffer.from(mac(keyring, kind, link), "base64url")]).toString(
    "base64url",
  );

/** Null for anything but an exact token of `linkToken` of this kind. */
export function readLinkToken(keyring: Keyring, kind: LinkKind, token: string): Link | null {
  if (!wellFormed.test(token)) return null;
  const bytes = canonicalBytes(token);
  if (bytes?.length !== 2 * idBytes + macBytes) return null;
  const [userId, eventId] = [bytes.subarray(0, idBytes), bytes.subarray(idBytes, 2 * idBytes)].map((id) => uuidOf(id));
  if (!userId || !eventId) return null;
  const presented = bytes.subarray(2 * idBytes).toString("base64url");
  return isEqualInConstantTime(presented, mac(keyring, kind, { userId, eventId })) ? { userId, eventId } : null;
}

function uuidOf(bytes: Uint8Array): string | null {
  try {
    return stringify(bytes);
  } catch {
    return null;
  }
}
