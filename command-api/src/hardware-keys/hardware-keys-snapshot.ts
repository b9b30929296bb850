import { z } from "zod";
import type { SnapshotForm } from "../handling/decider.ts";
import type { HardwareKeys } from "./hardware-keys-state.ts";

const instant = z.codec(z.iso.datetime(), z.date(), {
  decode: (text) => new Date(text),
  encode: (date) => date.toISOString(),
});

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
  isPasskey: z.boolean(),
  addedAt: instant,
  lastUsedAt: instant.nullable(),
  flaggedAt: instant.nullable(),
});

const encoded = z.strictObject({
  userId: z.uuid(),
  keys: z.array(key),
  usedUp: z.array(z.strictObject({ id: z.uuid(), at: instant })),
  requirements: z.array(z.strictObject({ id: z.uuid(), password: z.string() })),
});

/** Every sign-in with a key adds an event. */
export const hardwareKeysSnapshot: SnapshotForm<HardwareKeys> = {
  name: "hardwareKeys@94c9e9d9",
  encode({ userId, keys, usedUp, requirements }) {
    if (userId === null) return null;
    const state = { userId, keys: [...keys], usedUp: [...usedUp], requirements: [...requirements] };
    return { person: userId, state: z.encode(encoded, state) };
  },
  decode: (state) => encoded.safeDecode(state as z.input<typeof encoded>).data ?? null,
};
