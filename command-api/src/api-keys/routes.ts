import { apiKeyScopes } from "@attestory/events/api-key-events.ts";
import { message } from "@attestory/http/routing/answers.ts";
import { apiKeyPrefix } from "@attestory/http/security/api-key.ts";
import { type CommandRoute, route } from "../handling/command-route.ts";
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

export const apiKeyRoutes = (commands: Commands, dependencies: ApiKeyDependencies): CommandRoute[] => [
  route({
    method: "post",
    path: "/api/developer/api-keys",
    summary: "Create an API key; its value is shown in this answer alone",
    operationId: "createApiKey",
    description: "Creates an API key and sends an email about it. Its value is in this answer alone.",
    access: "pro",
    stepUp: true,
    body: apiKeyCreation,
    answers: { 201: apiKeyCreated },
    async handle({ body: { name, scopes, expiresAt }, principal: { userId }, context, principal }) {
      const call = { method: "post", path: "/api/developer/api-keys" } as const;
      const commandContext = commands.commandContext(call, context, principal);
      const asked = { userId, name, scopes: scopes ?? apiKeyScopes, expiresAt: expiresAt ?? null };
      const outcome = await createApiKey(dependencies, asked, commandContext);
      if (isRefused(outcome)) return answerRefusal(outcome);
      const { key, keyValue, position } = outcome;
      return { status: 201, body: { apiKey: answerKey(key, keyValue) }, ...commands.positionMark(position) };
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
    params: apiKeyParams,
    answers: { 200: message },
    async handle({ params, principal, context }) {
      const keyId = params.id.toLowerCase();
      const call = { method: "delete", path: `/api/developer/api-keys/${keyId}` } as const;
      const commandContext = commands.commandContext(call, context, principal);
      const key = { userId: principal.userId, keyId };
      const outcome = await revokeApiKey(dependencies.commandHandler, key, commandContext);
      if (isRefused(outcome)) return answerRefusal(outcome);
      await commands.waitForRevocation(outcome.position);
      return { status: 200, body: { message: "API key deleted" }, ...commands.positionMark(outcome.position) };
    },
  }),
];
