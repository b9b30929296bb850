import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { canonicalBytes } from "@attestory/runtime/canonical-base64url.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";
import { parse, stringify } from "uuid";
import type { Link } from "./link-token.ts";

/** How long "This wasn't me" works in an email about a change. */
export const changeSeconds = 72 * 3600;
const idBytes = 16;
const timeBytes = 6;
const macBytes = 32;
const length = Math.ceil(((2 * idBytes + timeBytes + macBytes) * 4) / 3);
const wellFormed = new RegExp(`^[A-Za-z0-9_-]{${length}}$`);

/** An event that an email to the owner reported, and when it was recorded. */
export interface Change extends Link {
  at: Date;
}

const timeOf = (at: Date): Buffer => {
  const bytes = Buffer.alloc(timeBytes);
  bytes.writeUIntBE(at.getTime(), 0, timeBytes);
  return bytes;
};

const mac = (keyring: Keyring, { userId, eventId, at }: Change) =>
  keyring.hmac("link key", "disowned change", userId, eventId, String(at.getTime()));

/**
 * base64url of user id, event id, time and HMAC-SHA-256 with the link key. Not stored: computed from the log whenever the email is
 * rendered. It carries the time because the event may be in any stream.
 */
export const changeToken = (keyring: Keyring, change: Change): string =>
  Buffer.concat([
    parse(change.userId),
    parse(change.eventId),
    timeOf(change.at),
    Buffer.from(mac(keyring, change), "base64url"),
  ]).toString("base64url");

/** Null for anything but an exact token of `changeToken` that has not expired. */
export function readChangeToken(keyring: Keyring, token: string, now: Date): Change | null {
  if (!wellFormed.test(token)) return null;
  const bytes = canonicalBytes(token);
  if (bytes?.length !== 2 * idBytes + timeBytes + macBytes) return null;
  const [userId, eventId] = [uuidOf(bytes.subarray(0, idBytes)), uuidOf(bytes.subarray(idBytes, 2 * idBytes))];
  if (!userId || !eventId) return null;
  const change = { userId, eventId, at: new Date(bytes.readUIntBE(2 * idBytes, timeBytes)) };
  const presented = bytes.subarray(2 * idBytes + timeBytes).toString("base64url");
  if (!isEqualInConstantTime(presented, mac(keyring, change))) return null;
  // A time in the future was recorded with a wrong clock. It counts as past by as much.
  return Math.abs(now.getTime() - change.at.getTime()) < changeSeconds * 1000 ? change : null;
}

function uuidOf(bytes: Uint8Array): string | null {
  try {
    return stringify(bytes);
  } catch {
    return null;
  }
}
