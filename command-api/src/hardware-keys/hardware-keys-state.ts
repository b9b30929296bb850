import type { HardwareKeyEvent } from "@attestory/events/hardware-key-events.ts";
import { z } from "zod";
import type { SnapshotForm } from "../handling/decider.ts";
import { instant, type OfUser, snapshotForm } from "../handling/snapshot-form.ts";

export type RemovalReason = Extract<HardwareKeyEvent, { type: "HardwareKeyRemoved" }>["data"]["reason"];
export type KeyPurpose = Extract<HardwareKeyEvent, { type: "HardwareKeyUsed" }>["data"]["purpose"];

/** Id, public key and name are null once the person is erased. */
const key = z.strictObject({
  keyId: z.uuid(),
  credentialId: z.string().nullable(),
  publicKey: z.string().nullable(),
  name: z.string().nullable(),
  signCount: z.int().nonnegative(),
  transports: z.array(z.string()),
  aaguid: z.guid(),
  deviceType: z.enum(["singleDevice", "multiDevice"]),
  backedUp: z.boolean(),
  discoverable: z.boolean().nullable(),
  userVerified: z.boolean(),
  /** Can sign in without a password: it is found without a username, and checks who uses it. */
  isPasskey: z.boolean(),
  addedAt: instant,
  lastUsedAt: instant.nullable(),
  /** When its count last went back. */
  flaggedAt: instant.nullable(),
});
export type HardwareKey = z.infer<typeof key>;

/** A challenge that must not be used again, or the id of a key that must not be added. */
const usedUp = z.strictObject({ id: z.uuid(), at: instant });
export type UsedUp = z.infer<typeof usedUp>;

const stored = z.strictObject({
  userId: z.uuid(),
  keys: z.array(key).readonly(),
  usedUp: z.array(usedUp).readonly(),
  /** The removals of a password that need a key to stay. `password`: `passwordDigest` of the password that was removed. */
  requirements: z.array(z.strictObject({ id: z.uuid(), password: z.string() })).readonly(),
});
export type HardwareKeys = OfUser<typeof stored>;

export const noHardwareKeys: HardwareKeys = { userId: null, keys: [], usedUp: [], requirements: [] };

/** Every sign-in with a key adds an event. */
export const hardwareKeysSnapshot: SnapshotForm<HardwareKeys> = snapshotForm("hardwareKeys@94c9e9d9", stored);
