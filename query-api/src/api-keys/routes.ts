import type { Clock } from "@attestory/event-store/clock.ts";
import { isApiKeyGood } from "@attestory/events/api-key-validity.ts";
import { apiKeyPrefix } from "@attestory/http/security/api-key.ts";
import { type ApiKeyDocument, apiKeys } from "@attestory/projections/read-models/api-keys.ts";
import type { UserDocument } from "@attestory/projections/read-models/users.ts";
import type { ReadStore } from "@attestory/projections/store/read-store.ts";
import { type ApiKey, apiKeys as apiKeysAnswer } from "../api-schema.ts";
import { route } from "../query-route.ts";

export interface ApiKeyParts {
  store: Pick<ReadStore, "list">;
  now: Clock;
  /** The address that the Pro notice shows, or null. */
  contactEmail: string | null;
}

/** More than a user may have. */
const limit = 100;

export const apiKeyRoutes = ({ store, now, contactEmail }: ApiKeyParts) => [
  route({
    method: "get",
    path: "/api/developer/api-keys",
    summary: "Your API keys, oldest first, and the address to write to about Pro",
    access: "user",
    answers: { 200: apiKeysAnswer },
    async handle({ principal: { user } }) {
      const keys = { index: "user", value: user.id, direction: "ascending", limit } as const;
      const listed = await store.list(apiKeys, keys);
      const body = { apiKeys: listed.map(({ document }) => answerKey(document, user, now())), contactEmail };
      return { status: 200, body };
    },
  }),
];

const answerKey = (key: ApiKeyDocument, owner: UserDocument, now: Date): ApiKey => ({
  id: key.id,
  name: key.name ?? "",
  keyPrefix: apiKeyPrefix(key.id),
  scopes: [...key.scopes],
  isActive: isApiKeyGood(key, owner, now) && (owner.isPro || owner.isAdmin),
  createdAt: key.createdAt,
  expiresAt: key.expiresAt,
  lastUsed: key.lastUsedAt === null ? null : new Date(key.lastUsedAt).toISOString(),
});
