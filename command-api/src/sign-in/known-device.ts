import { timingSafeEqual } from "node:crypto";
import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { hostCookie } from "@attestory/http/parsing/cookies.ts";

/** The cookie of a device on which its owner has signed in. It signs nobody in: it only counts the device's guesses apart. */
export const deviceCookie = "__Host-device";
const seconds = 180 * 86_400;

export interface DeviceOwner {
  userId: string;
  /** Raised by whatever ends the person's sessions, and with it every device is unknown again. */
  sessionEpoch: number;
}

const form = /^([0-9a-f-]{36})\.(\d{1,12})\.([A-Za-z0-9_-]{43})$/;

const mac = (keyring: Keyring, id: string, expires: string, { userId, sessionEpoch }: DeviceOwner) =>
  keyring.hmac("link key", "known device", userId, String(sessionEpoch), id, expires);

/** The `Set-Cookie` line. It tells nothing of whose device it is; only together with an account can it be checked. */
export function knownDeviceCookie(keyring: Keyring, id: string, owner: DeviceOwner, now: Date): string {
  const expires = String(Math.floor(now.getTime() / 1000) + seconds);
  const value = `${id}.${expires}.${mac(keyring, id, expires, owner)}`;
  return hostCookie(deviceCookie, value, seconds);
}

/** The id of the device, when this account's owner signed in there and ended no sessions since; else null. */
export function knownDevice(
  keyring: Keyring,
  cookie: string | undefined,
  owner: DeviceOwner,
  now: Date,
): string | null {
  const [, id, expires, signature] = form.exec(cookie ?? "") ?? [];
  if (!id || !expires || !signature || Number(expires) * 1000 <= now.getTime()) return null;
  // As they are written: of the last character two bits say nothing, and would have four spellings.
  return timingSafeEqual(Buffer.from(signature), Buffer.from(mac(keyring, id, expires, owner))) ? id : null;
}
