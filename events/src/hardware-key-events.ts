import { z } from "zod";
import { defineEvent, type EventOf, personal } from "./define-event.ts";

/** Events of `keys-<user id>`: the hardware keys of a user. */

const key = { userId: z.uuid(), keyId: z.uuid() };
/** A challenge is used up by the event that names it. */
const challenge = { challengeId: z.uuid() };
const signCount = z.int().nonnegative();

/** `keyId` is the id of the challenge that the key answered. Id, public key and name identify the user of the key, so they are encrypted. */
export const hardwareKeyAdded = defineEvent(
  "HardwareKeyAdded",
  1,
  z.object({
    ...key,
    ...challenge,
    /** base64url, as is the public key, which is a COSE key. */
    credentialId: personal(z.string()),
    publicKey: personal(z.string()),
    name: personal(z.string()),
    /** Zero if the key does not count. */
    signCount,
    transports: z.array(z.string()),
    /** Names the model; all zeros if the browser withheld it. Makers choose any bits, also such that RFC 9562 does not allow. */
    aaguid: z.guid(),
    deviceType: z.enum(["singleDevice", "multiDevice"]),
    backedUp: z.boolean(),
    /** Whether the key can sign in without a username; null if the browser did not say. */
    discoverable: z.boolean().nullable(),
    /** The key checked a PIN or a finger. */
    userVerified: z.boolean(),
  }),
);

export const hardwareKeyRenamed = defineEvent(
  "HardwareKeyRenamed",
  1,
  z.object({ ...key, name: personal(z.string()) }),
);

/**
 * `owner`: removed in the settings; `disowned`: by the link of an email; `rescued`: by the operator, because it was lost; `admin`: by an admin;
 * `secured`: with other parts of the account (`AccountSecured`).
 */
export const hardwareKeyRemoved = defineEvent(
  "HardwareKeyRemoved",
  // Versions 2 and 3 have a further reason. What the ones before wrote stays as it is.
  { version: 3, upcasts: { 1: (removed) => removed, 2: (removed) => removed } },
  z.object({ ...key, reason: z.enum(["owner", "disowned", "rescued", "admin", "secured"]) }),
);

/** `sign-in`: without a password, as a passkey. */
export const hardwareKeyUsed = defineEvent(
  "HardwareKeyUsed",
  1,
  z.object({ ...key, ...challenge, signCount, purpose: z.enum(["sign-in", "second-factor", "step-up"]) }),
);

/** A right signature whose count is not higher than the last one: the key may have been copied. It was refused. */
export const hardwareKeySignCountWentBack = defineEvent(
  "HardwareKeySignCountWentBack",
  1,
  z.object({ ...key, ...challenge, signCount }),
);

/** Fences off a registration of a key that another one overtook: its slow writer can no longer add the key. */
export const hardwareKeyForgone = defineEvent("HardwareKeyForgone", 1, z.object(key));

/**
 * A password is about to be removed, so a key that can sign in alone must stay. `password`: keyed digest of its hash, which shows later
 * whether the account has another one.
 */
export const keysRequired = defineEvent(
  "KeysRequired",
  1,
  z.object({ userId: z.uuid(), requirementId: z.uuid(), password: z.string() }),
);

/** The account has another password than those whose removal required a key. */
export const keysOptional = defineEvent(
  "KeysOptional",
  1,
  z.object({ userId: z.uuid(), requirementIds: z.array(z.uuid()) }),
);

export const hardwareKeyEvents = [
  hardwareKeyAdded,
  hardwareKeyRenamed,
  hardwareKeyRemoved,
  hardwareKeyUsed,
  hardwareKeySignCountWentBack,
  hardwareKeyForgone,
  keysRequired,
  keysOptional,
] as const;
export type HardwareKeyEvent = EventOf<(typeof hardwareKeyEvents)[number]>;

/** Events of `credential-<hmac>`: which key of which user a WebAuthn credential is. */

/** Reserved for a key that is being added. It holds only as long as the user's own events have the key. */
export const credentialReserved = defineEvent("CredentialReserved", 1, z.object(key));

export const credentialEvents = [credentialReserved] as const;
export type CredentialEvent = EventOf<(typeof credentialEvents)[number]>;
