import { z } from "zod";
import { defineEvent, type EventOf } from "./define-event.ts";

/** What an API key may do. */
export const apiKeyScopes = ["users:read", "users:write", "health:read"] as const;

/** Events of `apiKey-<id>`. */

const key = { keyId: z.uuid(), ownerId: z.uuid() };

/** `prefix`: the first characters of the key, for its owner to recognize it. `digest`: HMAC-SHA-256 of the whole key, base64url. */
export const apiKeyCreated = defineEvent(
  "ApiKeyCreated",
  1,
  z.object({
    ...key,
    name: z.string(),
    prefix: z.string(),
    digest: z.string(),
    scopes: z.array(z.enum(apiKeyScopes)),
    expiresAt: z.iso.datetime().nullable(),
  }),
);
/** `disowned`: by the link of an email. */
export const apiKeyRevoked = defineEvent(
  "ApiKeyRevoked",
  1,
  z.object({ ...key, reason: z.enum(["owner", "disowned"]) }),
);
/** Recorded at most every five minutes. */
export const apiKeyUsed = defineEvent("ApiKeyUsed", 1, z.object(key));

export const apiKeyEvents = [apiKeyCreated, apiKeyRevoked, apiKeyUsed] as const;
export type ApiKeyEvent = EventOf<(typeof apiKeyEvents)[number]>;

/** Events of `apiKeys-<user id>`: which keys count towards the most that a user may have. */

export const apiKeyCounted = defineEvent("ApiKeyCounted", 1, z.object({ keyId: z.uuid(), userId: z.uuid() }));
/** It was revoked, or was never created. */
export const apiKeyUncounted = defineEvent("ApiKeyUncounted", 1, z.object({ keyId: z.uuid(), userId: z.uuid() }));

export const countedApiKeyEvents = [apiKeyCounted, apiKeyUncounted] as const;
export type CountedApiKeyEvent = EventOf<(typeof countedApiKeyEvents)[number]>;
