import { message } from "@attestory/http/routing/answers.ts";
import { answerSharedRefusal } from "../handling/answer-refusal.ts";
import { type CommandRoute, type Commands, route } from "../handling/command-route.ts";
import { isRefused } from "../handling/decider.ts";
import { type EnableDeveloperDependencies, enableDeveloper } from "./enable-developer.ts";

const enabled = { message: "Developer access enabled. You can now use the developer portal." };

export const developerRoutes = (commands: Commands, dependencies: EnableDeveloperDependencies): CommandRoute[] => [
  route({
    method: "post",
    path: "/api/user/enable-developer",
    summary: "Become a developer, who may register applications",
    operationId: "enableDeveloper",
    description: "Enables developer access, which is free. Without it, the other calls of this part are refused.",
    access: "user",
    answers: { 200: message },
    async handle({ principal, context }) {
      const call = { method: "post", path: "/api/user/enable-developer" } as const;
      const commandContext = commands.commandContext(call, context, principal);
      const outcome = await enableDeveloper(dependencies, principal.userId, commandContext);
      if (isRefused(outcome)) return answerSharedRefusal(outcome);
      return { status: 200, body: enabled, ...commands.positionMark(outcome.position) };
    },
  }),
];
