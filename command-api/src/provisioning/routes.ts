import { refuseScope } from "@attestory/http/security/api-key.ts";
import { answerUser } from "../accounts/answer-user.ts";
import { userCreated, userCreation } from "../api-schema.ts";
import { type CommandRoute, type Commands, route } from "../handling/command-route.ts";
import { isRefused } from "../handling/decider.ts";
import { answerRefusal } from "../registration/refusals.ts";
import { type CreateUserDependencies, createUser } from "./create-user.ts";

export const provisioningRoutes = (commands: Commands, dependencies: CreateUserDependencies): CommandRoute[] => [
  route({
    method: "post",
    path: "/api/users",
    summary: "Create an account by API key; a link in an email lets its owner choose the password",
    access: "pro",
    principals: ["apiKey"],
    body: userCreation,
    answers: { 201: userCreated },
    async handle({ body, principal, context }) {
      const refused = refuseScope(principal.scopes, "users:write");
      if (refused) return refused;
      const commandContext = commands.commandContext({ method: "post", path: "/api/users" }, context, principal);
      const account = { ...body, firstName: body.firstName || null, lastName: body.lastName || null };
      const outcome = await createUser(dependencies, account, commandContext);
      if (isRefused(outcome)) return answerRefusal(outcome);
      return { status: 201, body: { user: answerUser(outcome.user) }, ...commands.positionMark(outcome.position) };
    },
  }),
];
