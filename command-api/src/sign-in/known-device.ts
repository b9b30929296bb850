import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { hostCookie } from "@attestory/http/parsing/cookies.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";

/**
 * The cookie of a device of the owner: docs/decisions/attempt-limits.md says which these are. It grants no access: it only gives the
 * device its own rate limit.
 */
export const deviceCookie = "__Host-device";
const seconds = 180 * 86_400;

export interface DeviceOwner {
  userId: string;
  /** Raised by each event that ends the user's sessions. Raising it makes every device unknown again. */
  sessionEpoch: number;
}

type VerifiedOrNot = DeviceOwner & { emailVerified: boolean };

const form = /^([0-9a-f-]{36})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/;

interface NewDevice {
  id: string;
  owner: DeviceOwner;
  now: Date;
}

/**
 * The cookie for a browser that has none. One that it has is kept, whatever account it belongs to: opening a link or registering must not make the
 * browser an unknown device of another account.
 */
export const newDeviceCookies = (
  keyring: Keyring,
  client: { device: string | undefined },
  device: NewDevice,
): string[] => (client.device === undefined ? [knownDeviceCookie(keyring, device)] : []);

/** The `Set-Cookie` line. It does not identify the owner; it can only be verified against an account. */
export function knownDeviceCookie(keyring: Keyring, { id, owner, now }: NewDevice): string {
  const expires = String(Math.floor(now.getTime() / 1000) + seconds);
  const signature = sign(keyring, { id, expires, owner });
  return hostCookie(deviceCookie, `${id}.${expires}.${signature}`, seconds);
}

/**
 * The id of the device if it belongs to this account and its owner has not ended their sessions since; else null. An account that is not
 * verified has no known device: otherwise the cookie of a registration would reveal whether it created the account (strict mode).
 */
export function knownDevice(
  keyring: Keyring,
  { cookie, owner, now }: { cookie: string | undefined; owner: VerifiedOrNot; now: Date },
): string | null {
  if (!owner.emailVerified) return null;
  const [, id, expires, signature] = form.exec(cookie ?? "") ?? [];
  if (!id || !expires || !signature || Number(expires) * 1000 <= now.getTime()) return null;
  const expected = sign(keyring, { id, expires, owner });
  // Compared as text: the last character has two unused bits, so four encodings would decode to the same bytes.
  return isEqualInConstantTime(signature, expected) ? id : null;
}

const sign = (keyring: Keyring, { id, expires, owner }: { id: string; expires: string; owner: DeviceOwner }): string =>
  keyring.hmac("link key", "known device", owner.userId, String(owner.sessionEpoch), id, expires);
