import { message } from "@attestory/http/routing/answers.ts";
import { handleUserCommand } from "../accounts/handle-user-command.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { clientOf } from "../sign-in/client.ts";
import { type ChangePasswordDependencies, changePassword } from "./change-password.ts";
import { type DeveloperServices, developerRoutes } from "./developer-routes.ts";
import { type IdentifierServices, identifierRoutes } from "./identifier-routes.ts";
import { type PasswordlessServices, passwordlessRoutes } from "./passwordless-routes.ts";
import { answerRefusal } from "./refusals.ts";
import { passwordChange, profile } from "./schema.ts";

type AccountSettingsServices = ChangePasswordDependencies &
  IdentifierServices &
  PasswordlessServices &
  DeveloperServices;

/** What users change about their own account. */
export function accountSettingsRoutes(services: AccountSettingsServices): CommandRoute[] {
  const { commandHandler } = services;
  const route = services.commands.routes(answerRefusal);
  return [
    route({
      method: "put",
      path: "/api/user/profile",
      summary: "Change first and last name; an empty one is cleared",
      operationId: "changeProfile",
      description: "Changes both names; an empty one is cleared.",
      access: "user",
      revokes: false,
      provesPrincipal: true,
      body: profile,
      answers: { 200: message },
      async handle({ body: { firstName, lastName }, principal: { userId }, commandContext }) {
        const command = { type: "change-profile", firstName: firstName || null, lastName: lastName || null } as const;
        const outcome = await handleUserCommand(commandHandler, { userId, command }, commandContext);
        return answerMessage(outcome, "Profile updated");
      },
    }),
    route({
      method: "put",
      path: "/api/user/password",
      summary: "Change the password; every other session ends",
      operationId: "changePassword",
      description: "Changes the password and ends every other session. At most ten changes an hour.",
      access: "user",
      revokes: true,
      body: passwordChange,
      answers: { 200: message },
      refuses: ["wrong-password", "known-new-password", "same-password", "password-mismatch", "session-exhausted"],
      async handle({ body: { currentPassword, newPassword, confirmPassword }, principal, context, commandContext }) {
        if (newPassword !== confirmPassword) return { refused: "password-mismatch" };
        const change = { requester: principal, currentPassword, newPassword, client: clientOf(context) };
        const outcome = await changePassword(services, change, commandContext);
        return answerMessage(outcome, "Password updated", outcome.deviceCookies);
      },
    }),
    ...identifierRoutes(services),
    ...passwordlessRoutes(services),
    ...developerRoutes(services),
  ];
}
