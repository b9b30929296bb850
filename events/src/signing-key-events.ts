import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** Events of `signingKeys`: the keys that sign tokens. */

const key = { keyId: z.string(), algorithm: z.enum(["RS256", "ES256"]) };

/**
 * `publicKey`: a JWK (RFC 7517). `encryptedKey`: the private key under a service key. `signs`: it signs from now on; otherwise it is only
 * published, until it is promoted. Version 1 had no key that waits.
 */
export const signingKeyCreated = defineEvent(
  "SigningKeyCreated",
  { version: 2, upcasts: { 1: (created) => ({ ...created, signs: true }) } },
  z.object({
    ...key,
    publicKey: z.record(z.string(), z.string()),
    encryptedKey: z.string(),
    signs: z.boolean(),
  }),
);

/** Why keys were rotated. `scheduled`: by the service itself. `planned`, `urgent`, `compromised`: by an admin or the operator. */
const rotationReason = z.enum(["scheduled", "planned", "urgent", "compromised"]);

/** The key signs from now on. `replacedKeyId`: the one that signed until now. */
export const signingKeyPromoted = defineEvent(
  "SigningKeyPromoted",
  1,
  z.object({ ...key, replacedKeyId: z.string(), reason: rotationReason }),
);

/** Somebody else may have the private key. Nothing that it signed counts any more. */
export const signingKeyWithdrawn = defineEvent("SigningKeyWithdrawn", 1, z.object(key));

export const signingKeyEvents = [signingKeyCreated, signingKeyPromoted, signingKeyWithdrawn] as const;
export type SigningKeyEvent = EventOf<(typeof signingKeyEvents)[number]>;
