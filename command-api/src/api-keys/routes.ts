import { apiKeyScopes } from "@attestory/events/api-key-events.ts";
import { message } from "@attestory/http/routing/answers.ts";
import { apiKeyPrefix } from "@attestory/http/security/api-key.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import type { CreatedApiKey } from "./api-key.ts";
import { type ApiKeyDependencies, createApiKey } from "./create-api-key.ts";
import { answerRefusal } from "./refusals.ts";
import { revokeApiKey } from "./revoke-api-key.ts";
import { apiKeyCreated, apiKeyCreation, apiKeyParams } from "./schema.ts";

const answerKey = ({ keyId, name, scopes, createdAt, expiresAt }: CreatedApiKey, keyValue: string) => ({
  id: keyId,
  name: name ?? "",
  keyPrefix: apiKeyPrefix(keyId),
  keyValue,
  scopes: [...scopes],
  isActive: true,
  createdAt: createdAt.toISOString(),
  expiresAt,
  lastUsed: null,
});

export const apiKeyRoutes = (services: ApiKeyDependencies & { commands: Commands }): CommandRoute[] => {
  const route = services.commands.routes(answerRefusal);
  return [
    route({
      method: "post",
      path: "/api/developer/api-keys",
      summary: "Create an API key; its value is shown in this answer alone",
      operationId: "createApiKey",
      description: "Creates an API key and sends an email about it. Its value is in this answer alone.",
      access: "pro",
      stepUp: true,
      revokes: false,
      body: apiKeyCreation,
      answers: { 201: apiKeyCreated },
      refuses: ["expired", "full"],
      async handle({ body: { name, scopes, expiresAt }, principal: { userId }, commandContext }) {
        const asked = { userId, name, scopes: scopes ?? apiKeyScopes, expiresAt: expiresAt ?? null };
        const outcome = await createApiKey(services, asked, commandContext);
        if (isRefused(outcome)) return outcome;
        const { key, keyValue, position } = outcome;
        return { status: 201, body: { apiKey: answerKey(key, keyValue) }, position };
      },
    }),
    route({
      method: "delete",
      path: "/api/developer/api-keys/{id}",
      summary: "Delete one of your API keys; it stops working at once",
      operationId: "deleteApiKey",
      description: "Deletes one of your API keys. It stops working at once.",
      // Also without Pro: what was created can be removed.
      access: "user",
      revokes: true,
      params: apiKeyParams,
      answers: { 200: message },
      refuses: ["not-found"],
      async handle({ params, principal, commandContext }) {
        const key = { userId: principal.userId, keyId: params.id };
        return answerMessage(await revokeApiKey(services.commandHandler, key, commandContext), "API key deleted");
      },
    }),
  ];
};
