import { message } from "@attestory/http/routing/answers.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { handleUserCommand } from "../accounts/handle-user-command.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { among, type Commands } from "../handling/commands.ts";
import { clientOf } from "../sign-in/client.ts";
import { changeUsername, type UsernameDependencies } from "./change-username.ts";
import { confirmEmailChange } from "./confirm-email-change.ts";
import { answerRefusal } from "./refusals.ts";
import { type EmailChangeDependencies, requestEmailChange } from "./request-email-change.ts";
import { emailChange, emailLink, usernameChange } from "./schema.ts";
import { type UndoDependencies, undoEmailChange } from "./undo-email-change.ts";

const sent = "We sent a link to the new address. Your address changes when you open it. It works for 24 hours.";
const confirmed = "Your email address is changed. From now on, sign in with it.";
const undone =
  "Your address is as it was before, and every device was signed out. We sent you a link to choose a new password.";

const day = 24 * 3600;

export type IdentifierServices = Omit<
  EmailChangeDependencies & UsernameDependencies & UndoDependencies,
  "emailRequests" | "usernameChanges"
> & {
  commands: Commands;
  rateLimiter: RateLimiter;
};

/** Changes of what identifies an account: its address and its username. */
export function identifierRoutes(services: IdentifierServices): CommandRoute[] {
  const { commands, commandHandler, rateLimiter } = services;
  const dependencies = {
    ...services,
    emailRequests: rateLimiter.window("address changes of an account", 10, day),
    usernameChanges: rateLimiter.window("username changes of an account", 3, day),
  };
  const route = commands.routes(answerRefusal);
  return [
    route({
      method: "put",
      path: "/api/user/email",
      summary: "Ask for another email address; it counts once the link of the email to it is opened",
      operationId: "requestEmailChange",
      description:
        "Sends a link to another address, which counts once the link is opened. The current address gets an email. At most one a minute for an address, and ten a day.",
      access: "user",
      stepUp: true,
      revokes: false,
      body: emailChange,
      answers: { 200: message },
      refuses: ["same-email", "new-email-taken", "invalid-new-email"],
      async handle({ body: { newEmail }, principal, context, commandContext }) {
        const change = { userId: principal.userId, newEmail, client: clientOf(context) };
        return answerMessage(await requestEmailChange(dependencies, change, commandContext), sent);
      },
    }),
    route({
      method: "delete",
      path: "/api/user/email-change",
      summary: "Take back the request for another email address",
      operationId: "cancelEmailChange",
      description: "Takes back the request for another address.",
      access: "user",
      revokes: false,
      provesPrincipal: true,
      answers: { 200: message },
      refuses: ["no-email-change"],
      async handle({ principal: { userId }, commandContext }) {
        const change = { userId, command: { type: "cancel-email-change" }, otherwise: "no-email-change" } as const;
        const outcome = await handleUserCommand(commandHandler, change, commandContext);
        return answerMessage(outcome, "Your address stays as it is");
      },
    }),
    route({
      method: "post",
      path: "/api/auth/confirm-email",
      summary: "Change the email address with the token of the link that the new one was sent",
      operationId: "confirmEmailChange",
      description: "Changes the address. The former one stays reserved for 72 hours.",
      access: "anyone",
      revokes: false,
      body: emailLink,
      answers: { 200: message },
      refuses: ["invalid-link", "new-email-taken"],
      handle: async ({ body: { token }, commandContext }) =>
        answerMessage(await confirmEmailChange(dependencies, token, commandContext), confirmed),
    }),
    route({
      method: "post",
      path: "/api/auth/undo-email",
      summary:
        "Undo a change of the email address with the token of the link that the former one was sent; every session ends",
      operationId: "undoEmailChange",
      description: "Restores the former address, ends every session and sends a link that sets a new password.",
      access: "anyone",
      revokes: true,
      body: emailLink,
      answers: { 200: message },
      refuses: among<"invalid-link" | "new-email-taken">("invalid-link"),
      handle: async ({ body: { token }, commandContext }) =>
        answerMessage(await undoEmailChange(dependencies, token, commandContext), undone),
    }),
    route({
      method: "put",
      path: "/api/user/username",
      summary: "Change the username; the former one is free again",
      operationId: "changeUsername",
      description: "Changes the username. The former one is free at once. At most three changes a day.",
      access: "user",
      revokes: false,
      body: usernameChange,
      answers: { 200: message },
      refuses: ["username-taken", "username-reserved"],
      async handle({ body: { username }, principal, commandContext }) {
        const change = { userId: principal.userId, username };
        return answerMessage(await changeUsername(dependencies, change, commandContext), "Username updated");
      },
    }),
  ];
}
