import { type ApiKeyScope, apiKeyEvents } from "@attestory/events/api-key-events.ts";
import type { ApiKeyLimits } from "@attestory/events/api-key-validity.ts";
import type { Recorded } from "@attestory/events/catalogue.ts";
import { type SealedFields, sealedFieldsOf } from "../store/sealed-fields.ts";
import { defineProjection } from "./define-projection.ts";
import type { Projection } from "./projection.ts";

/** The state of an API key. `isApiKeyGood` decides whether it signs in. */
export interface ApiKeyDocument extends ApiKeyLimits {
  id: string;
  userId: string;
  digest: string;
  scopes: readonly ApiKeyScope[];
  /** ISO 8601. */
  createdAt: string;
  /** Milliseconds since the epoch; null if it was never used. */
  lastUsedAt: number | null;
  /** The version of its stream. */
  version: number;
  /** The name, encrypted. Decrypted only for display, and dropped when the key is revoked. */
  seal: SealedFields | null;
}

/** Keyed by the key's id. The index `user` lists the keys of a user that were not revoked, oldest first. */
export const apiKeys: Projection<ApiKeyDocument> = defineProjection({
  name: "apiKeys@2",
  group: "authentication",
  personal: "sealed",
  indexes: {
    user: { entry: ({ userId, createdAt, revoked }) => (revoked ? null : { value: userId, order: createdAt }) },
  },
  keys: (event) => [event.data.keyId],
  covers: apiKeyEvents,
  begin: { ApiKeyCreated: created },
  evolve: {
    ApiKeyRevoked: (key, { version }) => ({ ...key, version, revoked: true, seal: null }),
    // Another process's clock may be behind: the last use does not move back.
    ApiKeyUsed: (key, { version, recordedAt }) => ({
      ...key,
      version,
      lastUsedAt: Math.max(key.lastUsedAt ?? 0, recordedAt.getTime()),
    }),
  },
});

function created(event: Recorded<"ApiKeyCreated">): ApiKeyDocument {
  const { keyId, name: _, ...facts } = event.data;
  return {
    id: keyId,
    ...facts,
    createdAt: event.recordedAt.toISOString(),
    lastUsedAt: null,
    revoked: false,
    version: event.version,
    seal: sealedFieldsOf(event),
  };
}
