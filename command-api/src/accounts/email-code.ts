import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { Link } from "./link-token.ts";

/** Eight digits: five guesses at each of a few codes an hour come to nothing. */
const digits = 8;

/** The code that an event requested. Not stored: derived from the event's id whenever it is needed. */
export function emailCode(keyring: Keyring, { userId, eventId }: Link): string {
  const bytes = Buffer.from(keyring.hmac("link key", "email code", userId, eventId), "base64url");
  // 48 bits: the remainder favours no code by more than a millionth.
  return String(bytes.readUIntBE(0, 6) % 10 ** digits).padStart(digits, "0");
}
