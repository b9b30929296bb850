import { message } from "@attestory/http/routing/answers.ts";
import { answerUser } from "../accounts/answer-user.ts";
import type { CommandContext } from "../handling/command-context.ts";
import { type CommandRoute, route } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import { endSession } from "../sessions/end-session.ts";
import { prolongSession } from "../sessions/prolong-session.ts";
import type { EndReason } from "../sessions/session.ts";
import { endedSessionCookie, sessionCookieFor } from "../sessions/session-cookie.ts";
import { rememberedTimes } from "../sessions/start-session.ts";
import { clientOf } from "./client.ts";
import { endOtherSessions } from "./end-other-sessions.ts";
import { answerRefusal } from "./refusals.ts";
import { login, sessionParams, signedIn, unlock as unlockBody } from "./schema.ts";
import { type SignInDependencies, signIn } from "./sign-in.ts";
import { unlock } from "./unlock.ts";

const unlocked = {
  message: "You can sign in now. In this browser, wrong passwords of others no longer make you wait.",
};

export function signInRoutes(commands: Commands, dependencies: SignInDependencies): CommandRoute[] {
  /** Ends one session of the signed-in user. The answer ends its cookie too if it is the requesting session. */
  const end = async (
    { sessionId, reason, text }: { sessionId: string; reason: EndReason; text: string },
    principal: SignedIn,
    commandContext: CommandContext,
  ) => {
    const ending = { sessionId, userId: principal.userId, reason };
    const outcome = await endSession(dependencies.commandHandler, ending, commandContext);
    if (isRefused(outcome)) return answerRefusal(outcome);
    await commands.waitForRevocation(outcome.position);
    const cookies = sessionId === principal.sessionId ? [endedSessionCookie()] : [];
    return { status: 200, body: { message: text }, ...commands.positionMark(outcome.position, cookies) } as const;
  };

  return [
    route({
      method: "post",
      path: "/api/auth/login",
      summary: "Sign in with email and password",
      operationId: "signIn",
      description: "Starts a session. With a hundred live sessions, the oldest one ends.",
      access: "anyone",
      body: login,
      answers: { 200: signedIn },
      async handle({ body, context }) {
        const commandContext = commands.commandContext({ method: "post", path: "/api/auth/login" }, context, null);
        const bearer = context.credential?.value ?? null;
        const { email, password, totpCode, emailCode, trustDevice = false, rememberMe = false } = body;
        const credentials = { email, password, totpCode, emailCode, client: clientOf(context), bearer };
        const signingIn = { ...credentials, trustDevice, rememberMe };
        const outcome = await signIn(dependencies, signingIn, commandContext);
        if (isRefused(outcome)) return answerRefusal(outcome);
        const { token, position, replacedAt, user, twoFactorEnabled, recoveryCodesLeft, deviceCookies } = outcome;
        if (replacedAt !== null) await commands.waitForRevocation(replacedAt);
        const sessionCookie = sessionCookieFor(token, rememberMe ? rememberedTimes.absoluteSeconds : null);
        const mark = commands.positionMark(replacedAt ?? position, [sessionCookie, ...deviceCookies]);
        const answer = { token, user: answerUser(user, twoFactorEnabled) };
        return { status: 200, body: recoveryCodesLeft === null ? answer : { ...answer, recoveryCodesLeft }, ...mark };
      },
    }),
    route({
      method: "post",
      path: "/api/auth/unlock",
      summary: "End an account's wait once with the token of the email's link; does not sign in",
      operationId: "unlockSignIn",
      description:
        "Ends the wait after many wrong passwords, once, and marks the browser as a known device. Does not sign in.",
      access: "anyone",
      body: unlockBody,
      answers: { 200: message },
      async handle({ body, context }) {
        const commandContext = commands.commandContext({ method: "post", path: "/api/auth/unlock" }, context, null);
        const outcome = await unlock(dependencies, body.token, commandContext);
        if (isRefused(outcome)) return answerRefusal(outcome);
        const { position, deviceCookie } = outcome;
        return { status: 200, body: unlocked, ...commands.positionMark(position, [deviceCookie]) };
      },
    }),
    route({
      method: "post",
      path: "/api/auth/logout",
      summary: "End the session that asks",
      operationId: "signOut",
      description: "Ends the current session. Its token stops working at once.",
      access: "pending",
      answers: { 200: message },
      handle: ({ principal, context }) => {
        const commandContext = commands.commandContext(
          { method: "post", path: "/api/auth/logout" },
          context,
          principal,
        );
        const { sessionId } = principal;
        return end({ sessionId, reason: "signed-out", text: "Signed out" }, principal, commandContext);
      },
    }),
    route({
      method: "post",
      path: "/api/user/session",
      summary: "Stay signed in: the idle time of the session that asks begins again",
      operationId: "extendSession",
      description: "Prolongs this session as every other call does. The answer waits until that is recorded.",
      access: "user",
      answers: { 200: message },
      async handle({ principal, context }) {
        const call = { method: "post", path: "/api/user/session" } as const;
        const commandContext = commands.commandContext(call, context, principal);
        const outcome = await prolongSession(dependencies.commandHandler, principal, commandContext);
        if (isRefused(outcome)) return answerRefusal(outcome);
        return { status: 200, body: { message: "You stay signed in" }, ...commands.positionMark(outcome.position) };
      },
    }),
    route({
      method: "delete",
      path: "/api/user/sessions/{id}",
      summary: "End one of your sessions",
      operationId: "endSession",
      description: "Ends one of your sessions.",
      access: "user",
      params: sessionParams,
      answers: { 200: message },
      handle: ({ params, principal, context }) => {
        const call = { method: "delete", path: `/api/user/sessions/${params.id}` } as const;
        const commandContext = commands.commandContext(call, context, principal);
        const sessionId = params.id.toLowerCase();
        return end({ sessionId, reason: "revoked", text: "Session revoked" }, principal, commandContext);
      },
    }),
    route({
      method: "delete",
      path: "/api/user/sessions",
      summary: "End every session but the one that asks",
      operationId: "endOtherSessions",
      description: "Ends every session except the current one.",
      access: "user",
      answers: { 200: message },
      async handle({ principal, context }) {
        const call = { method: "delete", path: "/api/user/sessions" } as const;
        const commandContext = commands.commandContext(call, context, principal);
        const others = { requester: principal, client: clientOf(context) };
        const outcome = await endOtherSessions(dependencies, others, commandContext);
        if (isRefused(outcome)) return answerRefusal(outcome);
        await commands.waitForRevocation(outcome.position);
        const mark = commands.positionMark(outcome.position, outcome.deviceCookies);
        return { status: 200, body: { message: "Every other session was ended" }, ...mark };
      },
    }),
  ];
}
