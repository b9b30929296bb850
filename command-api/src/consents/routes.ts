import { consentStream } from "@attestory/events/envelope.ts";
import { message } from "@attestory/http/routing/answers.ts";
import { problem } from "@attestory/http/routing/problem.ts";
import { connectedAppParams } from "../authorize/schema.ts";
import { refusalAnswers } from "../handling/answer-refusal.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import { type CommandRoute, route } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import { consent } from "./consent.ts";

const answerRefusal = refusalAnswers({
  "not-granted": problem(404, "not_found", "This application is not connected to your account"),
});

export function consentRoutes(
  commands: Commands,
  { commandHandler }: { commandHandler: CommandHandler },
): CommandRoute[] {
  return [
    route({
      method: "delete",
      path: "/api/user/connected-apps/{id}",
      summary: "Revoke what an application may do with your account; its codes and tokens stop working at once",
      operationId: "disconnectApplication",
      description: "Revokes what an application may do with the account. Its codes and tokens stop working at once.",
      access: "user",
      params: connectedAppParams,
      answers: { 200: message },
      async handle({ params, principal, context }) {
        const { userId } = principal;
        const applicationId = params.id.toLowerCase();
        const call = { method: "delete", path: `/api/user/connected-apps/${applicationId}` } as const;
        const outcome = await commandHandler.handle({
          decider: consent,
          stream: consentStream({ userId, applicationId }),
          command: { type: "revoke", userId, applicationId, reason: "owner" },
          person: userId,
          commandContext: commands.commandContext(call, context, principal),
        });
        if (isRefused(outcome)) return answerRefusal(outcome);
        await commands.waitForRevocation(outcome.position);
        return { status: 200, body: { message: "Access revoked" }, ...commands.positionMark(outcome.position) };
      },
    }),
  ];
}
