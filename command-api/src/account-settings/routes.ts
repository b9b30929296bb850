import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import { userAnswer } from "../accounts/user-answer.ts";
import {
  check as checkBody,
  checked,
  message,
  passwordChange,
  profile,
  registration,
  resendVerification as resendBody,
  signedIn,
  verifyEmailQuery,
} from "../api-schema.ts";
import { answerRefusal } from "../handling/answer-refusal.ts";
import { type CommandRoute, type Commands, route } from "../handling/command-route.ts";
import { isRefused } from "../handling/decider.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import type { RateLimiter } from "../rate-limits/rate-limiter.ts";
import { check } from "../registration/check.ts";
import { type RegisterDependencies, register } from "../registration/register.ts";
import { resendVerification, verifyEmail } from "../registration/verification.ts";
import { sessionCookieFor } from "../sessions/session-cookie.ts";
import { pendingTimes, startSession } from "../sessions/start-session.ts";
import { accountKey } from "../sign-in/attempts.ts";
import { clientOf } from "../sign-in/client.ts";
import { keepingDevice } from "../sign-in/keep-device.ts";
import { type ChangePasswordDependencies, changePassword } from "./change-password.ts";

/** Resending takes this long at least, whether a letter goes out or not: the time must not tell. */
const resendMs = 60;
/** From one network: a form asks about ten times while it is filled in. */
const checksAnHour = 600;
const sent = { message: "If this address has an account that is not verified yet, a new letter is on its way." };

export function accountRoutes(
  commands: Commands,
  dependencies: RegisterDependencies &
    ChangePasswordDependencies & { mailLimits: MailLimits; rateLimiter: RateLimiter },
): CommandRoute[] {
  const { commandHandler, mailLimits, rateLimiter } = dependencies;
  const checks = rateLimiter.window("checks from a network", checksAnHour, 3600);
  return [
    route({
      method: "post",
      path: "/api/auth/register",
      summary: "Create an account; the address is verified by the link in a letter",
      access: "anyone",
      body: registration,
      answers: { 201: signedIn },
      async handle({ body, context }) {
        const commandContext = commands.commandContext("post", "/api/auth/register", context, null);
        const input = { ...body, firstName: body.firstName || null, lastName: body.lastName || null };
        const asked = { address: accountKey(dependencies.keyring, body.email), network: clientOf(context).network };
        const registered = await mailLimits.registration(asked, () => register(dependencies, input, commandContext));
        if (isRefused(registered)) return answerRefusal(registered);
        const { userId } = registered;
        const kind = { method: "registration", rememberMe: false, times: pendingTimes } as const;
        const started = await startSession(commandHandler, { userId, sessionEpoch: 0, ...kind }, commandContext);
        if (isRefused(started)) return answerRefusal(started);
        const answer = userAnswer((await commandHandler.load(user, userStream(userId))).state);
        if (!answer) throw new Error(`user ${userId} is not there after its registration`);
        const { headers, cookies } = commands.marked(started.position);
        const cookie = sessionCookieFor(started.token, null);
        return { status: 201, body: { token: started.token, user: answer }, headers, cookies: [...cookies, cookie] };
      },
    }),
    route({
      method: "post",
      path: "/api/auth/check",
      summary: "Tell whether a username is free and a password widely known, as registering would",
      access: "anyone",
      body: checkBody,
      answers: { 200: checked },
      async handle({ body, context }) {
        const take = await checks.take(clientOf(context).network);
        if ("waitSeconds" in take) return answerRefusal({ refused: "too-many-attempts", ...take });
        return { status: 200, body: await check(dependencies, body) };
      },
    }),
    route({
      method: "get",
      path: "/api/auth/verify-email",
      summary: "Verify the address with the token of the letter's link; signs nobody in",
      access: "anyone",
      query: verifyEmailQuery,
      answers: { 200: message },
      async handle({ query, context }) {
        const commandContext = commands.commandContext("get", "/api/auth/verify-email", context, null);
        const outcome = await verifyEmail(dependencies, query.token, commandContext);
        if (isRefused(outcome)) return answerRefusal(outcome);
        await commands.revoked(outcome.position);
        const body = { message: "Your email address is verified. You can sign in now." };
        return { status: 200, body, ...commands.marked(outcome.position) };
      },
    }),
    route({
      method: "post",
      path: "/api/auth/resend-verification",
      summary: "Send the verification letter again; only the newest link works",
      access: "anyone",
      body: resendBody,
      answers: { 200: message },
      async handle({ body, context }) {
        const commandContext = commands.commandContext("post", "/api/auth/resend-verification", context, null);
        // The head from before: an answer that moved with the outcome would tell it.
        const head = await commandHandler.head();
        const patience = new Promise((resolve) => setTimeout(resolve, resendMs));
        const asked = { address: accountKey(dependencies.keyring, body.email), network: clientOf(context).network };
        if (await mailLimits.mayAsk(asked)) await resendVerification(dependencies, body.email, commandContext);
        await patience;
        return { status: 200, body: sent, ...commands.marked(head) };
      },
    }),
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

/** A signed-in user is registered, so whatever else a decider may refuse cannot be meant here. */
const asConflict = (refused: string) =>
  ({ refused: refused === "key-reused" || refused === "session-ended" ? refused : "conflict" }) as const;
