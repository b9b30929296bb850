import { type SealedFields, sealedFieldsOf } from "../store/sealed-fields.ts";
import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

/** One hardware key. Nothing of it that verifies a signature is kept here in clear. */
export interface HardwareKeyDocument {
  id: string;
  userId: string;
  /** ISO 8601, as is `lastUsedAt`. */
  createdAt: string;
  lastUsedAt: string | null;
  /** The newest name, encrypted. Decrypted only for display. */
  seal: SealedFields | null;
}

/** Keyed by the key's id. The index `user` lists the keys of a user, oldest first. */
export const hardwareKeys: Projection<HardwareKeyDocument> = defineProjection({
  name: "hardwareKeys@2",
  group: "other",
  personal: "sealed",
  indexes: { user: { entry: ({ userId, createdAt }) => ({ value: userId, order: createdAt }) } },
  keys: (event) => [event.data.keyId],
  begin: {
    HardwareKeyAdded: (event) => ({
      id: event.data.keyId,
      userId: event.data.userId,
      createdAt: event.recordedAt.toISOString(),
      lastUsedAt: null,
      seal: sealedFieldsOf(event),
    }),
  },
  evolve: {
    HardwareKeyRenamed: (key, event) => ({ ...key, seal: sealedFieldsOf(event) }),
    HardwareKeyUsed: (key, { recordedAt }) => ({ ...key, lastUsedAt: recordedAt.toISOString() }),
    HardwareKeyRemoved: () => null,
  },
});
