import { hash } from "node:crypto";
import { cborEnd } from "./cbor-bounds.ts";
import type { RelyingParty } from "./relying-party.ts";

const flagsAt = 32;
const attestedAt = 37;
const flags = { userPresent: 0x01, userVerified: 0x04, attested: 0x40, extended: 0x80 };

const has = (bytes: Uint8Array, flag: number): boolean => ((bytes[flagsAt] ?? 0) & flag) !== 0;

/** Whether the key checked who used it, by a PIN or a fingerprint (WebAuthn level 3, section 6.1). */
export const isUserVerified = (bytes: Uint8Array): boolean => has(bytes, flags.userVerified);

/**
 * Whether the authenticator data is for this relying party, a person was there, and, if asked, the key checked who it was. Also whether
 * the CBOR in it ends where the data does: the library that decodes it next follows any length and depth.
 */
export function isSoundAuthenticatorData(
  bytes: Uint8Array,
  { id }: Pick<RelyingParty, "id">,
  isVerificationRequired: boolean,
): boolean {
  if (bytes.length < attestedAt) return false;
  const ownHash = hash("sha256", id, "buffer");
  if (!ownHash.equals(bytes.subarray(0, flagsAt))) return false;
  if (!has(bytes, flags.userPresent)) return false;
  if (isVerificationRequired && !has(bytes, flags.userVerified)) return false;
  return endOf(bytes) === bytes.length;
}

/** Where the parts that the flags announce end. Null if one is not sound. */
function endOf(bytes: Uint8Array): number | null {
  const afterKey = has(bytes, flags.attested) ? endOfAttested(bytes) : attestedAt;
  return afterKey !== null && has(bytes, flags.extended) ? cborEnd(bytes, afterKey) : afterKey;
}

/** AAGUID, length of the credential's id, the id, and the public key. */
function endOfAttested(bytes: Uint8Array): number | null {
  const lengthAt = attestedAt + 16;
  const [high, low] = bytes.subarray(lengthAt, lengthAt + 2);
  if (high === undefined || low === undefined) return null;
  const keyAt = lengthAt + 2 + high * 256 + low;
  return keyAt < bytes.length ? cborEnd(bytes, keyAt) : null;
}
