import { message } from "@attestory/http/routing/answers.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { among } from "../handling/commands.ts";
import { type CareServices, careRoutes } from "./care-routes.ts";
import { type AccessChange, changeAccess } from "./change-access.ts";
import { listIfAdmin } from "./keep-roster.ts";
import { answerRefusal } from "./refusals.ts";
import { userParams, userRoles, userStatus } from "./schema.ts";

/** What admins decide about the accounts of others. */
export function adminRoutes(services: CareServices): CommandRoute[] {
  const { commandHandler } = services;
  /** The admin who asks counts: their own interrupted promotion must not keep them from demoting another admin. */
  const change = async (asked: AccessChange & { adminId: string; text: string }, commandContext: CommandContext) => {
    await listIfAdmin(commandHandler, asked.adminId, commandContext);
    return answerMessage(await changeAccess(commandHandler, asked, commandContext), asked.text);
  };

  const route = services.commands.routes(answerRefusal);
  return [
    ...careRoutes(services),
    route({
      method: "put",
      path: "/api/admin/users/{id}/status",
      summary: "Activate or deactivate an account; deactivating ends all of its sessions",
      operationId: "setAccountStatus",
      description: "Activates or deactivates an account. Deactivating ends all of its sessions. For admins.",
      access: "admin",
      stepUp: true,
      revokes: true,
      params: userParams,
      body: userStatus,
      answers: { 200: message },
      refuses: among<"last-admin" | "no-such-account" | "not-verified" | "erasure-requested">(
        "last-admin",
        "no-such-account",
        "erasure-requested",
      ),
      handle({ params, body, principal, commandContext }) {
        const asked = { userId: params.id, adminId: principal.userId, to: body };
        return change({ ...asked, text: "User status updated" }, commandContext);
      },
    }),
    route({
      method: "put",
      path: "/api/admin/users/{id}/roles",
      summary: "Set the roles of an account",
      operationId: "setAccountRoles",
      description: "Sets the roles of an account. For admins.",
      access: "admin",
      stepUp: true,
      revokes: true,
      params: userParams,
      body: userRoles,
      answers: { 200: message },
      refuses: ["last-admin", "no-such-account", "not-verified", "erasure-requested"],
      handle({ params, body, principal, commandContext }) {
        const asked = { userId: params.id, adminId: principal.userId, to: body };
        return change({ ...asked, text: "User roles updated" }, commandContext);
      },
    }),
  ];
}
