import { consentStream } from "@attestory/events/envelope.ts";
import { message } from "@attestory/http/routing/answers.ts";
import { problem } from "@attestory/http/routing/problem.ts";
import { answerRefusal as answerKeyRefusal } from "../api-keys/refusals.ts";
import { revokeAnyApiKey } from "../api-keys/revoke-api-key.ts";
import { apiKeyParams } from "../api-keys/schema.ts";
import { consentParams } from "../authorize/schema.ts";
import { consent } from "../consents/consent.ts";
import { answerMessage } from "../handling/answer-message.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";

const answerConsentRefusal = refusalAnswers({
  "not-granted": problem(404, "not_found", "There is no such consent"),
});

interface GrantServices {
  commands: Commands;
  commandHandler: CommandHandler;
}

/** How admins end what users allowed programs and applications. */
export const adminGrantRoutes = ({ commands, commandHandler }: GrantServices): CommandRoute[] => {
  const keyRoute = commands.routes(answerKeyRefusal);
  const consentRoute = commands.routes(answerConsentRefusal);
  return [
    keyRoute({
      method: "delete",
      path: "/api/admin/api-keys/{id}",
      summary: "Revoke the API key of any user; it stops working at once",
      operationId: "revokeAnyApiKey",
      description: "Revokes the API key of any user. It stops working at once. For admins.",
      access: "admin",
      stepUp: true,
      revokes: true,
      params: apiKeyParams,
      answers: { 200: message },
      refuses: ["not-found"],
      handle: async ({ params, commandContext }) =>
        answerMessage(await revokeAnyApiKey(commandHandler, params.id, commandContext), "API key revoked"),
    }),
    consentRoute({
      method: "delete",
      path: "/api/admin/consents/{userId}/{applicationId}",
      summary: "Revoke what a user allows an application; its codes and tokens for this user stop working at once",
      operationId: "revokeAnyConsent",
      description:
        "Revokes what a user allows an application. Its codes and tokens for this user stop working. For admins.",
      access: "admin",
      stepUp: true,
      revokes: true,
      params: consentParams,
      answers: { 200: message },
      refuses: ["not-granted"],
      async handle({ params: { userId, applicationId }, commandContext }) {
        const outcome = await commandHandler.handle({
          decider: consent,
          stream: consentStream({ userId, applicationId }),
          command: { type: "revoke", userId, applicationId, reason: "admin" },
          person: userId,
          commandContext,
        });
        return answerMessage(outcome, "Consent revoked");
      },
    }),
  ];
};
