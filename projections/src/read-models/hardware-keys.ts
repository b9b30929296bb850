import type { HardwareKeyEvent } from "@attestory/events/hardware-key-events.ts";
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

type Taken = "HardwareKeyAdded" | "HardwareKeyRenamed" | "HardwareKeyUsed" | "HardwareKeyRemoved";

/** Keyed by the key's id. The index `user` lists the keys of a user, oldest first. */
export const hardwareKeys: Projection<HardwareKeyDocument, Extract<HardwareKeyEvent, { type: Taken }>> = {
  name: "hardwareKeys@1",
  group: "other",
  takes: ["HardwareKeyAdded", "HardwareKeyRenamed", "HardwareKeyUsed", "HardwareKeyRemoved"],
  personal: "opened",
  indexes: { user: { entry: ({ userId, createdAt }) => ({ value: userId, order: createdAt }) } },
  keys: (event) => [event.data.keyId],
  evolve(key, event) {
    const at = event.recordedAt.toISOString();
    if (event.type === "HardwareKeyAdded") {
      const { keyId, userId, name } = event.data;
      return { id: keyId, userId, name, createdAt: at, lastUsedAt: null };
    }
    if (!key || event.type === "HardwareKeyRemoved") return null;
    return event.type === "HardwareKeyRenamed" ? { ...key, name: event.data.name } : { ...key, lastUsedAt: at };
  },
};
