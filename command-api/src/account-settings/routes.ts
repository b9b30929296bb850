import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import { message, passwordChange, profile } from "../api-schema.ts";
import { type CommandRoute, type Commands, route } from "../handling/command-route.ts";
import { isRefused } from "../handling/decider.ts";
import { clientOf } from "../sign-in/client.ts";
import { keepingDevice } from "../sign-in/keep-device.ts";
import { type ChangePasswordDependencies, changePassword } from "./change-password.ts";
import { answerRefusal } from "./refusals.ts";

export function accountSettingsRoutes(commands: Commands, dependencies: ChangePasswordDependencies): CommandRoute[] {
  const { commandHandler } = dependencies;
  return [
    route({
      method: "put",
      path: "/api/user/profile",
      summary: "Change first and last name; an empty one is cleared",
      access: "user",
      body: profile,
      answers: { 200: message },
      async handle({ body, principal, context }) {
        const { userId } = principal;
        const outcome = await commandHandler.handle({
          decider: user,
          stream: userStream(userId),
          command: { type: "change-profile", firstName: body.firstName || null, lastName: body.lastName || null },
          person: userId,
          commandContext: commands.commandContext("put", "/api/user/profile", context, principal),
        });
        if (isRefused(outcome)) return answerRefusal(asConflict(outcome.refused));
        return { status: 200, body: { message: "Profile updated" }, ...commands.marked(outcome.position) };
      },
    }),
    route({
      method: "put",
      path: "/api/user/password",
      summary: "Change the password; every other session ends",
      access: "user",
      body: passwordChange,
      answers: { 200: message },
      async handle({ body, principal, context }) {
        if (body.newPassword !== body.confirmPassword) return answerRefusal({ refused: "password-mismatch" });
        const commandContext = commands.commandContext("put", "/api/user/password", context, principal);
        const { userId, sessionId, sessionEpoch } = principal;
        const { currentPassword, newPassword } = body;
        const client = clientOf(context);
        const change = { userId, sessionId, sessionEpoch, currentPassword, newPassword, client };
        const asker = { userId, client, now: commandContext.now };
        const { outcome, deviceCookies } = await keepingDevice(dependencies, asker, () =>
          changePassword(dependencies, change, commandContext),
        );
        if (isRefused(outcome)) {
          if (outcome.refused === "session-worn-out") await commands.revoked(outcome.position);
          return answerRefusal(outcome);
        }
        await commands.revoked(outcome.position);
        const { headers, cookies } = commands.marked(outcome.position);
        return { status: 200, body: { message: "Password updated" }, headers, cookies: [...cookies, ...deviceCookies] };
      },
    }),
  ];
}

/** A signed-in user is registered, so the decider's other refusals do not apply here. */
const asConflict = (refused: string) =>
  ({ refused: refused === "key-reused" || refused === "session-ended" ? refused : "conflict" }) as const;
