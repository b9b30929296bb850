import { z } from "zod";
import { defineEvent, type EventOf, personal } from "./define-event.ts";

/** What an API key may do. */
export const apiKeyScopes = ["users:read", "users:write", "health:read"] as const;
export type ApiKeyScope = (typeof apiKeyScopes)[number];

/** Events of `apiKey-<id>`. */

const key = { keyId: z.uuid(), userId: z.uuid() };

/**
 * `digest`: HMAC-SHA-256 of the whole key, base64url. `apiKeyEpoch`: that of its owner at that moment. A later epoch ends the key.
 * `expiresAt`: null if it does not expire.
 */
export const apiKeyCreated = defineEvent(
  "ApiKeyCreated",
  1,
  z.object({
    ...key,
    name: personal(z.string()),
    digest: z.string(),
    scopes: z.array(z.enum(apiKeyScopes)),
    apiKeyEpoch: z.int(),
    expiresAt: z.iso.datetime().nullable(),
  }),
);
/** By its owner or an admin. The last event of its stream. */
export const apiKeyRevoked = defineEvent("ApiKeyRevoked", 1, z.object(key));
/** Recorded at most every five minutes. */
export const apiKeyUsed = defineEvent("ApiKeyUsed", 1, z.object(key));

export const apiKeyEvents = [apiKeyCreated, apiKeyRevoked, apiKeyUsed] as const;
export type ApiKeyEvent = EventOf<(typeof apiKeyEvents)[number]>;

/** Events of `apiKeys-<user id>`: which keys count towards the most that a user may have. */

export const apiKeyCounted = defineEvent("ApiKeyCounted", 1, z.object(key));
/** It was revoked, or was never created. */
export const apiKeyUncounted = defineEvent("ApiKeyUncounted", 1, z.object(key));

export const countedApiKeyEvents = [apiKeyCounted, apiKeyUncounted] as const;
export type CountedApiKeyEvent = EventOf<(typeof countedApiKeyEvents)[number]>;
