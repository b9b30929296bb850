import { userStream } from "@attestory/events/envelope.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import { user } from "../accounts/user.ts";
import { userAnswer } from "../accounts/user-answer.ts";
import { login, message, sessionParams, signedIn } from "../api-schema.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { type CommandRoute, type Commands, route } from "../handling/command-route.ts";
import { isRefused } from "../handling/decider.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import { authenticate } from "../sessions/authenticate.ts";
import { endSession } from "../sessions/end-session.ts";
import type { EndReason } from "../sessions/session.ts";
import { endedSessionCookie, sessionCookieFor } from "../sessions/session-cookie.ts";
import { rememberedTimes } from "../sessions/start-session.ts";
import { clientOf } from "./client.ts";
import { keepingDevice } from "./keep-device.ts";
import { knownDeviceCookie } from "./known-device.ts";
import { answerRefusal } from "./refusals.ts";
import { type SignInDependencies, signIn } from "./sign-in.ts";

export function signInRoutes(commands: Commands, dependencies: SignInDependencies): CommandRoute[] {
  const { commandHandler } = dependencies;

  /**
   * Ends the session that the sign-in request came with (ASVS 7.2.4), for queries too by the time of the answer.
   * Returns the position of that event, or null if the request had no valid session.
   */
  const replace = async (
    context: RequestContext,
    started: string,
    commandContext: CommandContext,
  ): Promise<bigint | null> => {
    const old =
      context.credential && (await authenticate(commandHandler, context.credential.value, commandContext.now));
    if (!old || old.sessionId === started) return null;
    const outcome = await endSession(commandHandler, { ...old, reason: "replaced" }, commandContext);
    if (isRefused(outcome)) return null;
    await commands.revoked(outcome.position);
    return outcome.position;
  };

  const ended = async (
    principal: SignedIn,
    sessionId: string,
    reason: EndReason,
    commandContext: CommandContext,
    text: string,
  ) => {
    const outcome = await endSession(commandHandler, { sessionId, userId: principal.userId, reason }, commandContext);
    if (isRefused(outcome))
      return answerRefusal({ refused: outcome.refused === "already-started" ? "not-found" : outcome.refused });
    await commands.revoked(outcome.position);
    const { headers, cookies } = commands.marked(outcome.position);
    const own = sessionId === principal.sessionId ? [endedSessionCookie()] : [];
    return { status: 200, body: { message: text }, headers, cookies: [...cookies, ...own] } as const;
  };

  return [
    route({
      method: "post",
      path: "/api/auth/login",
      summary: "Sign in with email and password",
      access: "anyone",
      body: login,
      answers: { 200: signedIn },
      async handle({ body: typed, context }) {
        const commandContext = commands.commandContext("post", "/api/auth/login", context, null);
        const { email, password, rememberMe = false } = typed;
        const outcome = await signIn(
          dependencies,
          { email, password, rememberMe, client: clientOf(context) },
          commandContext,
        );
        if (isRefused(outcome)) return answerRefusal(outcome);
        const replaced = await replace(context, outcome.sessionId, commandContext);
        const answer = userAnswer(outcome.user);
        if (!answer) throw new Error("a user who signed in cannot be shown");
        const { headers, cookies } = commands.marked(replaced ?? outcome.position);
        const cookie = sessionCookieFor(outcome.token, rememberMe ? rememberedTimes.absoluteSeconds : null);
        const device = knownDeviceCookie(dependencies.keyring, outcome.device, outcome.user, commandContext.now);
        const body = { token: outcome.token, user: answer };
        return { status: 200, body, headers, cookies: [...cookies, cookie, device] };
      },
    }),
    route({
      method: "post",
      path: "/api/auth/logout",
      summary: "End the session that asks",
      access: "pending",
      answers: { 200: message },
      handle: ({ principal, context }) =>
        ended(
          principal,
          principal.sessionId,
          "signed-out",
          commands.commandContext("post", "/api/auth/logout", context, principal),
          "Signed out",
        ),
    }),
    route({
      method: "delete",
      path: "/api/user/sessions/{id}",
      summary: "End one of your sessions",
      access: "user",
      params: sessionParams,
      answers: { 200: message },
      handle: ({ params, principal, context }) => {
        const commandContext = commands.commandContext("delete", `/api/user/sessions/${params.id}`, context, principal);
        return ended(principal, params.id.toLowerCase(), "revoked", commandContext, "Session revoked");
      },
    }),
    route({
      method: "delete",
      path: "/api/user/sessions",
      summary: "End every session but the one that asks",
      access: "user",
      answers: { 200: message },
      async handle({ principal, context }) {
        const { userId } = principal;
        const commandContext = commands.commandContext("delete", "/api/user/sessions", context, principal);
        const command = { type: "end-other-sessions", by: principal } as const;
        const order = { decider: user, stream: userStream(userId), command, person: userId, commandContext };
        const asker = { userId, client: clientOf(context), now: commandContext.now };
        const { outcome, deviceCookies } = await keepingDevice(dependencies, asker, () => commandHandler.handle(order));
        if (isRefused(outcome)) {
          const { refused } = outcome;
          const tells = refused === "key-reused" || refused === "session-ended";
          return answerRefusal({ refused: tells ? refused : "conflict" });
        }
        await commands.revoked(outcome.position);
        const { headers, cookies } = commands.marked(outcome.position);
        const body = { message: "Every other session was ended" };
        return { status: 200, body, headers, cookies: [...cookies, ...deviceCookies] };
      },
    }),
  ];
}
