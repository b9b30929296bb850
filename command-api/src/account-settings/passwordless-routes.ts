import { message } from "@attestory/http/routing/answers.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { clientOf } from "../sign-in/client.ts";
import { answerRefusal } from "./refusals.ts";
import { removePassword } from "./remove-password.ts";
import { passwordSetting } from "./schema.ts";
import { type SetPasswordDependencies, setPassword } from "./set-password.ts";

export interface PasswordlessServices extends SetPasswordDependencies {
  commands: Commands;
}

/** For accounts that sign in with passkeys alone. */
export function passwordlessRoutes(services: PasswordlessServices): CommandRoute[] {
  const route = services.commands.routes(answerRefusal);
  return [
    route({
      method: "delete",
      path: "/api/user/password",
      summary: "Remove the password of an account that has a passkey; every other session ends",
      operationId: "removePassword",
      description: "Removes the password of an account that has a passkey. Every other session ends.",
      access: "user",
      stepUp: true,
      revokes: true,
      answers: { 200: message },
      refuses: ["no-passkey", "no-password"],
      async handle({ principal, context, commandContext }) {
        const removal = { requester: principal, client: clientOf(context) };
        const outcome = await removePassword(services, removal, commandContext);
        return answerMessage(outcome, "Password removed", outcome.deviceCookies);
      },
    }),
    route({
      method: "post",
      path: "/api/user/password",
      summary: "Set a password for an account that has none; every other session ends",
      operationId: "setPassword",
      description: "Sets a password for an account that has none. Every other session ends.",
      access: "user",
      stepUp: true,
      revokes: true,
      body: passwordSetting,
      answers: { 200: message },
      refuses: ["password-mismatch", "has-password", "known-new-password"],
      async handle({ body: { newPassword, confirmPassword }, principal, context, commandContext }) {
        if (newPassword !== confirmPassword) return { refused: "password-mismatch" };
        const setting = { requester: principal, newPassword, client: clientOf(context) };
        const outcome = await setPassword(services, setting, commandContext);
        return answerMessage(outcome, "Password updated", outcome.deviceCookies);
      },
    }),
  ];
}
