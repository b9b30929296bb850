import { message } from "@attestory/http/routing/answers.ts";
import { type CommandRoute, type Commands, route } from "../handling/command-route.ts";
import { isRefused } from "../handling/decider.ts";
import { clientOf } from "../sign-in/client.ts";
import { answerRefusal } from "./refusals.ts";
import { removePassword } from "./remove-password.ts";
import { passwordSetting } from "./schema.ts";
import { type SetPasswordDependencies, setPassword } from "./set-password.ts";

/** For accounts that sign in with passkeys alone. */
export function passwordlessRoutes(commands: Commands, dependencies: SetPasswordDependencies): CommandRoute[] {
  return [
    route({
      method: "delete",
      path: "/api/user/password",
      summary: "Remove the password of an account that has a passkey; every other session ends",
      operationId: "removePassword",
      description: "Removes the password of an account that has a passkey. Every other session ends.",
      access: "user",
      stepUp: true,
      answers: { 200: message },
      async handle({ principal, context }) {
        const call = { method: "delete", path: "/api/user/password" } as const;
        const commandContext = commands.commandContext(call, context, principal);
        const removal = { requester: principal, client: clientOf(context) };
        const outcome = await removePassword(dependencies, removal, commandContext);
        if (isRefused(outcome)) return answerRefusal(outcome);
        await commands.waitForRevocation(outcome.position);
        const mark = commands.positionMark(outcome.position, outcome.deviceCookies);
        return { status: 200, body: { message: "Password removed" }, ...mark };
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
      body: passwordSetting,
      answers: { 200: message },
      async handle({ body: { newPassword, confirmPassword }, principal, context }) {
        if (newPassword !== confirmPassword) return answerRefusal({ refused: "password-mismatch" });
        const call = { method: "post", path: "/api/user/password" } as const;
        const commandContext = commands.commandContext(call, context, principal);
        const setting = { requester: principal, newPassword, client: clientOf(context) };
        const outcome = await setPassword(dependencies, setting, commandContext);
        if (isRefused(outcome)) return answerRefusal(outcome);
        await commands.waitForRevocation(outcome.position);
        const mark = commands.positionMark(outcome.position, outcome.deviceCookies);
        return { status: 200, body: { message: "Password updated" }, ...mark };
      },
    }),
  ];
}
