import { useEverySeconds } from "@attestory/events/api-key-validity.ts";
import { apiKeyStream } from "@attestory/events/envelope.ts";
import type { ApiKeyPrincipal } from "../handling/query-route.ts";
import type { Use } from "../recording/use-recorder.ts";

export const apiKeyUse = ({ keyId, userId, key }: ApiKeyPrincipal): Use => ({
  event: { type: "ApiKeyUsed", data: { keyId, userId } },
  userId,
  delegate: { kind: "apiKey", id: keyId },
  sessionId: null,
  stream: apiKeyStream(keyId),
  version: key.version,
  lastUsedAt: key.lastUsedAt ?? 0,
  isDue: (lastUsedAt, now) => now.getTime() - lastUsedAt.getTime() >= useEverySeconds * 1000,
});
