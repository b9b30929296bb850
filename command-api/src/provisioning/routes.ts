import { insufficientScope, refuseScope } from "@attestory/http/security/api-key.ts";
import type { z } from "zod";
import { answerUser } from "../accounts/answer-user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { among, type Commands, type OwnReason } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import { answerRefusal } from "../registration/refusals.ts";
import { type CreateUserDependencies, createUser } from "./create-user.ts";
import { userCreated, userCreation } from "./schema.ts";

type CreationReason = OwnReason<Parameters<typeof answerRefusal>[0]>;

type Creation = z.output<typeof userCreation>;

/** Accounts that their owners did not register themselves. */
export function provisioningRoutes(services: CreateUserDependencies & { commands: Commands }): CommandRoute[] {
  const create = async ({ firstName, lastName, ...account }: Creation, commandContext: CommandContext) => {
    const asked = { ...account, firstName: firstName || null, lastName: lastName || null };
    const outcome = await createUser(services, asked, commandContext);
    if (isRefused(outcome)) return outcome;
    const { user, position } = outcome;
    return { status: 201, body: { user: answerUser(user) }, position } as const;
  };

  const route = services.commands.routes(answerRefusal);
  return [
    route({
      method: "post",
      path: "/api/users",
      summary: "Create an account by API key; a link in an email lets its owner choose the password",
      operationId: "createUser",
      description:
        "Takes an API key. Creates an account. Its owner gets an email with a link, for seven days, that verifies the address and sets the password.",
      access: "pro",
      principals: ["apiKey"],
      revokes: false,
      body: userCreation,
      answers: { 201: userCreated },
      refuses: [
        ...among<CreationReason>("email-taken", "username-taken", "invitations-used-up"),
        insufficientScope("users:write"),
      ],
      async handle({ body, principal, commandContext }) {
        return refuseScope(principal.scopes, "users:write") ?? create(body, commandContext);
      },
    }),
    route({
      method: "post",
      path: "/api/admin/users",
      summary: "Create an account; a link in an email lets its owner choose the password",
      operationId: "createAccount",
      description: "Creates an account. Its address gets a link that sets the password. For admins.",
      access: "admin",
      stepUp: true,
      revokes: false,
      body: userCreation,
      answers: { 201: userCreated },
      refuses: among<CreationReason>("email-taken", "username-taken"),
      handle: ({ body, commandContext }) => create(body, commandContext),
    }),
  ];
}
