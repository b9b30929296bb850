import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

/** One hardware key. Nothing of it that verifies a signature is kept here. */
export interface HardwareKeyDocument {
  id: string;
  userId: string;
  /** Null once the person is erased. */
  name: string | null;
  /** ISO 8601, as is `lastUsedAt`. */
  createdAt: string;
  lastUsedAt: string | null;
}

/** Keyed by the key's id. The index `user` lists the keys of a user, oldest first. */
export const hardwareKeys: Projection<HardwareKeyDocument> = defineProjection({
  name: "hardwareKeys@1",
  group: "other",
  personal: "opened",
  indexes: { user: { entry: ({ userId, createdAt }) => ({ value: userId, order: createdAt }) } },
  keys: (event) => [event.data.keyId],
  begin: {
    HardwareKeyAdded: ({ data: { keyId, userId, name }, recordedAt }) => ({
      id: keyId,
      userId,
      name,
      createdAt: recordedAt.toISOString(),
      lastUsedAt: null,
    }),
  },
  evolve: {
    HardwareKeyRenamed: (key, { data }) => ({ ...key, name: data.name }),
    HardwareKeyUsed: (key, { recordedAt }) => ({ ...key, lastUsedAt: recordedAt.toISOString() }),
    HardwareKeyRemoved: () => null,
  },
});
