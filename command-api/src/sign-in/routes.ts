import { message } from "@attestory/http/routing/answers.ts";
import { answerUser } from "../accounts/answer-user.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandContext } from "../handling/command-context.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { isRefused } from "../handling/decider.ts";
import type { SignedIn } from "../handling/signed-in.ts";
import { endSession } from "../sessions/end-session.ts";
import { prolongSession } from "../sessions/prolong-session.ts";
import type { EndReason } from "../sessions/session.ts";
import { endedSessionCookie, sessionCookieFor } from "../sessions/session-cookie.ts";
import { rememberedTimes } from "../sessions/start-session.ts";
import { clientOf } from "./client.ts";
import { endOtherSessions } from "./end-other-sessions.ts";
import { type KeySignInServices, keySignInRoutes } from "./key-routes.ts";
import { answerRefusal } from "./refusals.ts";
import { login, sessionParams, signedIn, unlock as unlockBody } from "./schema.ts";
import { type SignInDependencies, signIn } from "./sign-in.ts";
import { unlock } from "./unlock.ts";

const unlocked = "You can sign in now. In this browser, wrong passwords of others no longer make you wait.";

export function signInRoutes(services: SignInDependencies & KeySignInServices): CommandRoute[] {
  /** Ends one session of the signed-in user. The answer ends its cookie too if it is the requesting session. */
  const end = async (
    { sessionId, reason, text }: { sessionId: string; reason: EndReason; text: string },
    principal: SignedIn,
    commandContext: CommandContext,
  ) => {
    const ending = { sessionId, userId: principal.userId, reason };
    const outcome = await endSession(services.commandHandler, ending, commandContext);
    return answerMessage(outcome, text, sessionId === principal.sessionId ? [endedSessionCookie()] : []);
  };

  const route = services.commands.routes(answerRefusal);
  return [
    ...keySignInRoutes(services),
    route({
      method: "post",
      path: "/api/auth/login",
      summary: "Sign in with email and password",
      operationId: "signIn",
      description:
        "Starts a session. With a hundred live sessions, the oldest one ends. Five wrong codes lock codes for 15 minutes. A service in strict mode answers 401 where the address is not verified.",
      access: "anyone",
      revokes: "sometimes",
      body: login,
      answers: { 200: signedIn },
      refuses: [
        "invalid-credentials",
        "two-factor-required",
        "erasure-requested",
        "wrong-code",
        "used-code",
        "email-code-required",
        "wrong-email-code",
        "email-code-over",
        "email-not-verified",
      ],
      async handle({ body, context, commandContext }) {
        const bearer = context.credential?.value ?? null;
        const { email, password, totpCode, emailCode, trustDevice = false, rememberMe = false } = body;
        const credentials = { email, password, totpCode, emailCode, client: clientOf(context), bearer };
        const signingIn = { ...credentials, trustDevice, rememberMe };
        const outcome = await signIn(services, signingIn, commandContext);
        if (isRefused(outcome)) return outcome;
        const { token, position, replacedAt, user, twoFactorEnabled, recoveryCodesLeft, deviceCookies } = outcome;
        const sessionCookie = sessionCookieFor(token, rememberMe ? rememberedTimes.absoluteSeconds : null);
        const answer = { token, user: answerUser(user, twoFactorEnabled) };
        return {
          status: 200,
          body: recoveryCodesLeft === null ? answer : { ...answer, recoveryCodesLeft },
          position: replacedAt ?? position,
          hasRevoked: replacedAt !== null,
          cookies: [sessionCookie, ...deviceCookies],
        };
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
      revokes: false,
      body: unlockBody,
      answers: { 200: message },
      refuses: ["invalid-link"],
      async handle({ body, commandContext }) {
        const outcome = await unlock(services, body.token, commandContext);
        return isRefused(outcome) ? outcome : answerMessage(outcome, unlocked, [outcome.deviceCookie]);
      },
    }),
    route({
      method: "post",
      path: "/api/auth/logout",
      summary: "End the session that asks",
      operationId: "signOut",
      description: "Ends the current session. Its token stops working at once.",
      access: "pending",
      revokes: true,
      countsAs: "nothing",
      answers: { 200: message },
      refuses: ["not-found"],
      handle: ({ principal, commandContext }) => {
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
      revokes: false,
      answers: { 200: message },
      refuses: ["not-found"],
      async handle({ principal, commandContext }) {
        const outcome = await prolongSession(services.commandHandler, principal, commandContext);
        return answerMessage(outcome, "You stay signed in");
      },
    }),
    route({
      method: "delete",
      path: "/api/user/sessions/{id}",
      summary: "End one of your sessions",
      operationId: "endSession",
      description: "Ends one of your sessions. At most 200 such calls an hour.",
      access: "user",
      revokes: true,
      countsAs: "ending",
      params: sessionParams,
      answers: { 200: message },
      refuses: ["not-found"],
      handle: ({ params, principal, commandContext }) => {
        const sessionId = params.id.toLowerCase();
        return end({ sessionId, reason: "revoked", text: "Session revoked" }, principal, commandContext);
      },
    }),
    route({
      method: "delete",
      path: "/api/user/sessions",
      summary: "End every session but the one that asks",
      operationId: "endOtherSessions",
      description: "Ends every session except the current one. At most 200 such calls an hour.",
      access: "user",
      revokes: true,
      countsAs: "ending",
      answers: { 200: message },
      async handle({ principal, context, commandContext }) {
        const others = { requester: principal, client: clientOf(context) };
        const outcome = await endOtherSessions(services, others, commandContext);
        return answerMessage(outcome, "Every other session was ended", outcome.deviceCookies);
      },
    }),
  ];
}
