import { isApiKeyGood } from "@attestory/events/api-key-validity.ts";
import { apiKeyPrefix } from "@attestory/http/security/api-key.ts";
import type { ApiKeyDocument } from "@attestory/projections/read-models/api-keys.ts";
import type { UserDocument } from "@attestory/projections/read-models/users.ts";
import type { ApiKey } from "./schema.ts";

/** An API key as its owner sees it. */
export const answerKey = (
  key: ApiKeyDocument,
  { name, owner }: { name: string; owner: UserDocument },
  now: Date,
): ApiKey => ({
  id: key.id,
  name,
  keyPrefix: apiKeyPrefix(key.id),
  scopes: [...key.scopes],
  isActive: isApiKeyGood(key, owner, now) && (owner.isPro || owner.isAdmin),
  createdAt: key.createdAt,
  expiresAt: key.expiresAt,
  lastUsed: key.lastUsedAt === null ? null : new Date(key.lastUsedAt).toISOString(),
});
