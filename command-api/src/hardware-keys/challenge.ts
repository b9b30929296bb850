import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { canonicalBytes } from "@attestory/runtime/canonical-base64url.ts";
import { isEqualInConstantTime } from "@attestory/runtime/constant-time.ts";
import { parse, stringify, v4 } from "uuid";

/** What a challenge is for. One of a ceremony is not accepted in another. */
export type Ceremony = "register" | "sign-in" | "second-factor" | "step-up";

/** Who may answer a challenge: `binding` is the id of the session, the cookie of the browser or the login ticket that began. */
export interface ChallengeScope {
  ceremony: Ceremony;
  binding: string;
}

/** The session that adds a key. */
export interface RegisteringSession {
  sessionId: string;
  /** The account's epoch now, not that of the session: what secures the account raises it, also where it keeps the session. */
  sessionEpoch: number;
}

export const registrationScope = ({ sessionId, sessionEpoch }: RegisteringSession): ChallengeScope => ({
  ceremony: "register",
  binding: `${sessionId} in epoch ${sessionEpoch}`,
});

/**
 * How long a challenge is valid. It is not stored: it carries its id, its expiry and a MAC. The event that names its id uses it up.
 * See docs/decisions/hardware-keys.md.
 */
export const challengeSeconds = 300;

const idBytes = 16;
const expiryBytes = 6;
const macBytes = 32;

const mac = (keyring: Keyring, { ceremony, binding }: ChallengeScope, signed: Uint8Array): string =>
  keyring.hmac("link key", "challenge", ceremony, binding, Buffer.from(signed).toString("base64url"));

export function createChallenge(keyring: Keyring, scope: ChallengeScope, now: Date): string {
  const signed = Buffer.alloc(idBytes + expiryBytes);
  signed.set(parse(v4()));
  signed.writeUIntBE(Math.floor(now.getTime() / 1000) + challengeSeconds, idBytes, expiryBytes);
  return Buffer.concat([signed, Buffer.from(mac(keyring, scope, signed), "base64url")]).toString("base64url");
}

/** The id of a challenge of this scope. Null if it is not one, or has expired. */
export function readChallenge(keyring: Keyring, scope: ChallengeScope, answered: { challenge: string; now: Date }) {
  const bytes = canonicalBytes(answered.challenge);
  if (bytes?.length !== idBytes + expiryBytes + macBytes) return null;
  const signed = bytes.subarray(0, idBytes + expiryBytes);
  const presented = bytes.subarray(idBytes + expiryBytes).toString("base64url");
  if (!isEqualInConstantTime(presented, mac(keyring, scope, signed))) return null;
  const leftMs = signed.readUIntBE(idBytes, expiryBytes) * 1000 - answered.now.getTime();
  // One from the future was made with a wrong clock.
  return leftMs > 0 && leftMs <= 2 * challengeSeconds * 1000 ? stringify(signed.subarray(0, idBytes)) : null;
}
