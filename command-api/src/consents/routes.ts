import { applicationStream, consentStream } from "@attestory/events/envelope.ts";
import { message } from "@attestory/http/routing/answers.ts";
import { problem } from "@attestory/http/routing/problem.ts";
import { application } from "../applications/application.ts";
import { connectedAppParams } from "../authorize/schema.ts";
import { answerMessage } from "../handling/answer-message.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { consent } from "./consent.ts";

const answerRefusal = refusalAnswers({
  "not-granted": problem(404, "not_found", "This application is not connected to your account"),
});

interface ConsentServices {
  commands: Commands;
  commandHandler: CommandHandler;
}

export function consentRoutes({ commands, commandHandler }: ConsentServices): CommandRoute[] {
  const route = commands.routes(answerRefusal);
  return [
    route({
      method: "delete",
      path: "/api/user/connected-apps/{id}",
      summary: "Revoke what an application may do with your account; its codes and tokens stop working at once",
      operationId: "disconnectApplication",
      description:
        "Revokes what an application may do with the account. Its codes and tokens stop working at once. An application that an admin trusts is listed again once it signs you in, and does not ask.",
      access: "user",
      revokes: true,
      provesPrincipal: true,
      params: connectedAppParams,
      answers: { 200: message },
      refuses: ["not-granted"],
      async handle({ params, principal: { userId }, commandContext }) {
        const applicationId = params.id;
        const { state: client } = await commandHandler.load(application, applicationStream(applicationId));
        const trustedName = client.status === "registered" && client.trusted ? client.name : null;
        const outcome = await commandHandler.handle({
          decider: consent,
          stream: consentStream({ userId, applicationId }),
          command: { type: "revoke", userId, applicationId, reason: "owner", trustedName },
          person: userId,
          commandContext,
        });
        return answerMessage(outcome, "Access revoked");
      },
    }),
  ];
}
