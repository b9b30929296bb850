import { message } from "@attestory/http/routing/answers.ts";
import { setApplicationStatus, setApplicationTrust } from "../applications/change-application.ts";
import { deleteAnyApplication } from "../applications/delete-application.ts";
import { handOverApplication } from "../applications/hand-over-application.ts";
import { answerRefusal } from "../applications/refusals.ts";
import { applicationHandOver, applicationParams, applicationStatus, applicationTrust } from "../applications/schema.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";

interface ApplicationServices {
  commands: Commands;
  commandHandler: CommandHandler;
}

/** What admins decide about the applications of developers. */
export function adminApplicationRoutes({ commands, commandHandler }: ApplicationServices): CommandRoute[] {
  const route = commands.routes(answerRefusal);
  return [
    route({
      method: "put",
      path: "/api/admin/applications/{id}/status",
      summary: "Suspend or activate an application; its codes and tokens of before stop working for good",
      operationId: "setApplicationStatus",
      description:
        "Suspends or activates an application. Codes and tokens from before a suspension never work again. For admins.",
      access: "admin",
      stepUp: true,
      revokes: true,
      params: applicationParams,
      body: applicationStatus,
      answers: { 200: message },
      refuses: ["no-such-application"],
      async handle({ params, body, commandContext }) {
        const asked = { applicationId: params.id, isActive: body.isActive };
        return answerMessage(
          await setApplicationStatus(commandHandler, asked, commandContext),
          "Application status updated",
        );
      },
    }),
    route({
      method: "put",
      path: "/api/admin/applications/{id}/trust",
      summary: "Say whether an application is trusted, and asks for no consent; the end of trust ends what rests on it",
      operationId: "setApplicationTrust",
      description:
        "Says whether an application is trusted. A trusted application asks for no consent. The end of trust ends the codes and tokens that its users never allowed, for good. One that describes itself cannot be trusted. For admins.",
      access: "admin",
      stepUp: true,
      revokes: true,
      params: applicationParams,
      body: applicationTrust,
      answers: { 200: message },
      refuses: ["no-such-application", "described-by-document"],
      async handle({ params, body, commandContext }) {
        const asked = { applicationId: params.id, trusted: body.trusted };
        return answerMessage(
          await setApplicationTrust(commandHandler, asked, commandContext),
          "Application trust updated",
        );
      },
    }),
    route({
      method: "post",
      path: "/api/admin/applications/{id}/hand-over",
      summary: "Make another developer the owner of an application; its tokens, consents and client secret stay",
      operationId: "handApplicationOver",
      description:
        "Makes another developer the owner of an application. Its tokens, its consents and its client secret stay. For admins.",
      access: "admin",
      stepUp: true,
      revokes: true,
      params: applicationParams,
      body: applicationHandOver,
      answers: { 200: message },
      refuses: [
        "no-such-application",
        "not-a-developer",
        "owner-changed-meanwhile",
        "owner-has-too-many",
        "owns-already",
      ],
      async handle({ params, body, commandContext }) {
        const asked = { applicationId: params.id, userId: body.userId.toLowerCase() };
        const outcome = await handOverApplication(commandHandler, asked, commandContext);
        return answerMessage(outcome, "Application handed over");
      },
    }),
    route({
      method: "delete",
      path: "/api/admin/applications/{id}",
      summary: "Delete the application of any user; its codes and tokens stop working",
      operationId: "deleteAnyApplication",
      description: "Deletes the application of any user. Its codes and tokens stop working. For admins.",
      access: "admin",
      stepUp: true,
      revokes: true,
      params: applicationParams,
      answers: { 200: message },
      refuses: ["no-such-application"],
      async handle({ params, commandContext }) {
        const outcome = await deleteAnyApplication(commandHandler, params.id, commandContext);
        return answerMessage(outcome, "Application deleted");
      },
    }),
  ];
}
