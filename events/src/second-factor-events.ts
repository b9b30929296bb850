import { z } from "zod";
import { defineEvent, type EventOf, personal } from "./define-event.ts";

/** Events of `factors-<user>`: codes of an authenticator app (TOTP, RFC 6238), recovery codes and trusted browsers. */

/**
 * A new secret was shown in a session. It counts for nothing until that session gave a code made with it, in the same epoch of the account.
 */
export const totpSetUpStarted = defineEvent(
  "TotpSetUpStarted",
  // Version 1 did not say which session. Its set-ups have ended.
  { version: 2, upcasts: { 1: (started) => ({ ...started, sessionId: null, sessionEpoch: null }) } },
  z.object({
    userId: z.uuid(),
    sessionId: z.uuid().nullable(),
    /** The account's. */
    sessionEpoch: z.int().nullable(),
    /** 160 bits, base32. */
    secret: personal(z.string()),
  }),
);

/** A code made with the secret of the newest set-up was given. From now on, sign-ins ask for one. */
export const twoFactorEnabled = defineEvent("TwoFactorEnabled", 1, z.object({ userId: z.uuid() }));

/**
 * Codes of the authenticator app are no longer asked for. Ends the trust in every device. `disowned`: the owner did not enable it.
 * `recoveryCodesKept`: another second factor is left, which they belong to as well.
 */
export const twoFactorDisabled = defineEvent(
  "TwoFactorDisabled",
  // Versions 2 and 3 have a further reason. What the ones before wrote stays as it is.
  { version: 3, upcasts: { 1: (disabled) => disabled, 2: (disabled) => disabled } },
  z.object({
    userId: z.uuid(),
    reason: z.enum(["owner", "rescued", "disowned", "admin", "secured"]),
    recoveryCodesKept: z.boolean(),
  }),
);

/** `attemptId` shows which one of several attempts at once was accepted. */
const accepted = { userId: z.uuid(), attemptId: z.uuid() };
const purpose = z.enum(["set-up", "sign-in", "step-up"]);

/** The code of this time step was accepted. Neither it nor an earlier one is accepted again. */
export const totpStepAccepted = defineEvent(
  "TotpStepAccepted",
  1,
  z.object({ ...accepted, step: z.int(), purpose, device: z.uuid().nullable() }),
);

/** `device`: the known device that it came from, which has attempts of its own; null for all others together. */
export const wrongCodeGiven = defineEvent(
  "WrongCodeGiven",
  1,
  z.object({ userId: z.uuid(), device: z.uuid().nullable(), purpose }),
);

/** After too many wrong codes in a row, none is checked for this long. `notify`: the owner gets an email. */
export const codesLocked = defineEvent(
  "CodesLocked",
  1,
  z.object({ userId: z.uuid(), device: z.uuid().nullable(), seconds: z.int(), notify: z.boolean() }),
);

/** An admin lifted the lock. Codes are checked again from every device, and no wrong code before counts. */
export const codesUnlocked = defineEvent("CodesUnlocked", 1, z.object({ userId: z.uuid() }));

/** Replaces all earlier recovery codes. */
export const recoveryCodesIssued = defineEvent(
  "RecoveryCodesIssued",
  1,
  z.object({
    userId: z.uuid(),
    setId: z.uuid(),
    /** Keyed digests, base64url. */
    digests: z.array(z.string()),
  }),
);

/** None of the recovery codes works any more: the last second factor was removed, or the owner did not make them. */
export const recoveryCodesEnded = defineEvent("RecoveryCodesEnded", 1, z.object({ userId: z.uuid() }));

export const recoveryCodeUsed = defineEvent(
  "RecoveryCodeUsed",
  1,
  z.object({ ...accepted, digest: z.string(), purpose }),
);

/** An account trusts so many browsers. With one more, the trust in the one that was trusted longest ago ends. */
export const mostTrusted = 20;

/** After a sign-in with a second factor: this browser is not asked for one for a time, until the account's sessions end. */
export const deviceTrusted = defineEvent(
  "DeviceTrusted",
  1,
  z.object({
    userId: z.uuid(),
    trustId: z.uuid(),
    /** Digest of the cookie's secret, base64url. */
    tokenHash: z.string(),
    sessionEpoch: z.int(),
    seconds: z.int(),
  }),
);

/** `trustId`: null for every device. */
export const deviceTrustEnded = defineEvent(
  "DeviceTrustEnded",
  1,
  z.object({ userId: z.uuid(), trustId: z.uuid().nullable() }),
);

export const secondFactorEvents = [
  totpSetUpStarted,
  twoFactorEnabled,
  twoFactorDisabled,
  totpStepAccepted,
  wrongCodeGiven,
  codesLocked,
  codesUnlocked,
  recoveryCodesIssued,
  recoveryCodesEnded,
  recoveryCodeUsed,
  deviceTrusted,
  deviceTrustEnded,
] as const;
export type SecondFactorEvent = EventOf<(typeof secondFactorEvents)[number]>;
