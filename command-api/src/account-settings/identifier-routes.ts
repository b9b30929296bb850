import { message } from "@attestory/http/routing/answers.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { type CommandRoute, type Commands, route } from "../handling/command-route.ts";
import { isRefused } from "../handling/decider.ts";
import { clientOf } from "../sign-in/client.ts";
import { changeUsername, type UsernameDependencies } from "./change-username.ts";
import { confirmEmailChange } from "./confirm-email-change.ts";
import { answerRefusal } from "./refusals.ts";
import { cancelEmailChange, type EmailChangeDependencies, requestEmailChange } from "./request-email-change.ts";
import { emailChange, emailLink, usernameChange } from "./schema.ts";
import { type UndoDependencies, undoEmailChange } from "./undo-email-change.ts";

const sent = {
  message: "We sent a link to the new address. Your address changes when you open it. It works for 24 hours.",
};
const confirmed = { message: "Your email address is changed. From now on, sign in with it." };
const undone = {
  message:
    "Your address is as it was before, and every device was signed out. We sent you a link to choose a new password.",
};

const day = 24 * 3600;

type IdentifierRoutesDependencies = Omit<
  EmailChangeDependencies & UsernameDependencies & UndoDependencies,
  "emailRequests" | "usernameChanges"
> & {
  rateLimiter: RateLimiter;
};

/** Changes of what identifies an account: its address and its username. */
export function identifierRoutes(
  commands: Commands,
  { rateLimiter, ...shared }: IdentifierRoutesDependencies,
): CommandRoute[] {
  const { commandHandler } = shared;
  const dependencies = {
    ...shared,
    emailRequests: rateLimiter.window("address changes of an account", 10, day),
    usernameChanges: rateLimiter.window("username changes of an account", 3, day),
  };
  return [
    route({
      method: "put",
      path: "/api/user/email",
      summary: "Ask for another email address; it counts once the link of the email to it is opened",
      operationId: "requestEmailChange",
      description:
        "Sends a link to another address, which counts once the link is opened. The current address gets an email.",
      access: "user",
      stepUp: true,
      body: emailChange,
      answers: { 200: message },
      async handle({ body: { newEmail }, principal, context }) {
        const commandContext = commands.commandContext({ method: "put", path: "/api/user/email" }, context, principal);
        const change = { userId: principal.userId, newEmail, client: clientOf(context) };
        const outcome = await requestEmailChange(dependencies, change, commandContext);
        if (isRefused(outcome)) return answerRefusal(outcome);
        return { status: 200, body: sent, ...commands.positionMark(outcome.position) };
      },
    }),
    route({
      method: "delete",
      path: "/api/user/email-change",
      summary: "Take back the request for another email address",
      operationId: "cancelEmailChange",
      description: "Takes back the request for another address.",
      access: "user",
      answers: { 200: message },
      async handle({ principal, context }) {
        const call = { method: "delete", path: "/api/user/email-change" } as const;
        const commandContext = commands.commandContext(call, context, principal);
        const outcome = await cancelEmailChange(commandHandler, principal.userId, commandContext);
        if (isRefused(outcome)) return answerRefusal(outcome);
        const body = { message: "Your address stays as it is" };
        return { status: 200, body, ...commands.positionMark(outcome.position) };
      },
    }),
    route({
      method: "post",
      path: "/api/auth/confirm-email",
      summary: "Change the email address with the token of the link that the new one was sent",
      operationId: "confirmEmailChange",
      description: "Changes the address. The former one stays reserved for 72 hours.",
      access: "anyone",
      body: emailLink,
      answers: { 200: message },
      async handle({ body: { token }, context }) {
        const call = { method: "post", path: "/api/auth/confirm-email" } as const;
        const commandContext = commands.commandContext(call, context, null);
        const outcome = await confirmEmailChange(dependencies, token, commandContext);
        if (isRefused(outcome)) return answerRefusal(outcome);
        return { status: 200, body: confirmed, ...commands.positionMark(outcome.position) };
      },
    }),
    route({
      method: "post",
      path: "/api/auth/undo-email",
      summary:
        "Undo a change of the email address with the token of the link that the former one was sent; every session ends",
      operationId: "undoEmailChange",
      description: "Restores the former address, ends every session and sends a link that sets a new password.",
      access: "anyone",
      body: emailLink,
      answers: { 200: message },
      async handle({ body: { token }, context }) {
        const call = { method: "post", path: "/api/auth/undo-email" } as const;
        const commandContext = commands.commandContext(call, context, null);
        const outcome = await undoEmailChange(dependencies, token, commandContext);
        if (isRefused(outcome)) return answerRefusal(outcome);
        await commands.waitForRevocation(outcome.position);
        return { status: 200, body: undone, ...commands.positionMark(outcome.position) };
      },
    }),
    route({
      method: "put",
      path: "/api/user/username",
      summary: "Change the username; the former one is free again",
      operationId: "changeUsername",
      description: "Changes the username. The former one is free at once.",
      access: "user",
      body: usernameChange,
      answers: { 200: message },
      async handle({ body: { username }, principal, context }) {
        const call = { method: "put", path: "/api/user/username" } as const;
        const commandContext = commands.commandContext(call, context, principal);
        const change = { userId: principal.userId, username };
        const outcome = await changeUsername(dependencies, change, commandContext);
        if (isRefused(outcome)) return answerRefusal(outcome);
        return { status: 200, body: { message: "Username updated" }, ...commands.positionMark(outcome.position) };
      },
    }),
  ];
}
