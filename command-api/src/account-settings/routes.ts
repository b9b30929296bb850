import { message } from "@attestory/http/routing/answers.ts";
import { type CommandRoute, type Commands, route } from "../handling/command-route.ts";
import { isRefused } from "../handling/decider.ts";
import { clientOf } from "../sign-in/client.ts";
import { type ChangePasswordDependencies, changePassword } from "./change-password.ts";
import { changeProfile } from "./change-profile.ts";
import { answerRefusal } from "./refusals.ts";
import { passwordChange, profile } from "./schema.ts";

export function accountSettingsRoutes(commands: Commands, dependencies: ChangePasswordDependencies): CommandRoute[] {
  const { commandHandler } = dependencies;
  return [
    route({
      method: "put",
      path: "/api/user/profile",
      summary: "Change first and last name; an empty one is cleared",
      operationId: "changeProfile",
      description: "Changes both names; an empty one is cleared.",
      access: "user",
      body: profile,
      answers: { 200: message },
      async handle({ body, principal, context }) {
        const commandContext = commands.commandContext(
          { method: "put", path: "/api/user/profile" },
          context,
          principal,
        );
        const names = { firstName: body.firstName || null, lastName: body.lastName || null };
        const outcome = await changeProfile(commandHandler, { userId: principal.userId, ...names }, commandContext);
        if (isRefused(outcome)) return answerRefusal(outcome);
        return { status: 200, body: { message: "Profile updated" }, ...commands.positionMark(outcome.position) };
      },
    }),
    route({
      method: "put",
      path: "/api/user/password",
      summary: "Change the password; every other session ends",
      operationId: "changePassword",
      description: "Changes the password and ends every other session.",
      access: "user",
      body: passwordChange,
      answers: { 200: message },
      async handle({ body: { currentPassword, newPassword, confirmPassword }, principal, context }) {
        if (newPassword !== confirmPassword) return answerRefusal({ refused: "password-mismatch" });
        const commandContext = commands.commandContext(
          { method: "put", path: "/api/user/password" },
          context,
          principal,
        );
        const change = { requester: principal, currentPassword, newPassword, client: clientOf(context) };
        const outcome = await changePassword(dependencies, change, commandContext);
        if ("position" in outcome) await commands.waitForRevocation(outcome.position);
        if (isRefused(outcome)) return answerRefusal(outcome);
        const mark = commands.positionMark(outcome.position, outcome.deviceCookies);
        return { status: 200, body: { message: "Password updated" }, ...mark };
      },
    }),
  ];
}
