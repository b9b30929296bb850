import { message } from "@attestory/http/routing/answers.ts";
import { answerMessage } from "../handling/answer-message.ts";
import { answerSharedRefusal } from "../handling/answer-refusal.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { type EnableDeveloperDependencies, enableDeveloper } from "./enable-developer.ts";

const enabled = "Developer access enabled. You can now use the developer portal.";

export interface DeveloperServices extends EnableDeveloperDependencies {
  commands: Commands;
}

export const developerRoutes = (services: DeveloperServices): CommandRoute[] => {
  const route = services.commands.routes(answerSharedRefusal);
  return [
    route({
      method: "post",
      path: "/api/user/enable-developer",
      summary: "Become a developer, who may register applications",
      operationId: "enableDeveloper",
      description: "Enables developer access, which is free. Without it, the other calls of this part are refused.",
      access: "user",
      revokes: false,
      answers: { 200: message },
      handle: async ({ principal, commandContext }) =>
        answerMessage(await enableDeveloper(services, principal.userId, commandContext), enabled),
    }),
  ];
};
