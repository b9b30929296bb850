import type { ApiKeyEvent, ApiKeyScope } from "@attestory/events/api-key-events.ts";
import type { ApiKeyLimits } from "@attestory/events/api-key-validity.ts";
import type { Projection } from "./projection.ts";

/** The state of an API key. `isApiKeyGood` decides whether it signs in. */
export interface ApiKeyDocument extends ApiKeyLimits {
  id: string;
  userId: string;
  /** Null once the person is erased. */
  name: string | null;
  digest: string;
  scopes: readonly ApiKeyScope[];
  /** ISO 8601. */
  createdAt: string;
  /** Milliseconds since the epoch; null if it was never used. */
  lastUsedAt: number | null;
  /** The version of its stream. */
  version: number;
}

/** Keyed by the key's id. The index `user` lists the keys of a user that were not revoked, oldest first. */
export const apiKeys: Projection<ApiKeyDocument, ApiKeyEvent> = {
  name: "apiKeys@1",
  group: "authentication",
  takes: ["ApiKeyCreated", "ApiKeyRevoked", "ApiKeyUsed"],
  personal: "opened",
  indexes: {
    user: { entry: ({ userId, createdAt, revoked }) => (revoked ? null : { value: userId, order: createdAt }) },
  },
  keys: (event) => [event.data.keyId],
  evolve(key, event) {
    const { version } = event;
    if (event.type === "ApiKeyCreated") {
      const { keyId: id, ...facts } = event.data;
      const createdAt = event.recordedAt.toISOString();
      return { id, ...facts, createdAt, lastUsedAt: null, revoked: false, version };
    }
    if (!key) return null;
    if (event.type === "ApiKeyRevoked") return { ...key, version, revoked: true, name: null };
    // Another process's clock may be behind: the last use does not move back.
    return { ...key, version, lastUsedAt: Math.max(key.lastUsedAt ?? 0, event.recordedAt.getTime()) };
  },
};
