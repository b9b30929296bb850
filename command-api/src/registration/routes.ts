import { userStream } from "@attestory/events/envelope.ts";
import { user } from "../accounts/user.ts";
import { userAnswer } from "../accounts/user-answer.ts";
import {
  check as checkBody,
  checked,
  message,
  registration,
  resendVerification as resendBody,
  signedIn,
  verifyEmailQuery,
} from "../api-schema.ts";
import { type CommandRoute, type Commands, route } from "../handling/command-route.ts";
import { isRefused } from "../handling/decider.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import type { RateLimiter } from "../rate-limits/rate-limiter.ts";
import { sessionCookieFor } from "../sessions/session-cookie.ts";
import { pendingTimes, startSession } from "../sessions/start-session.ts";
import { accountKey } from "../sign-in/attempts.ts";
import { clientOf } from "../sign-in/client.ts";
import { check } from "./check.ts";
import { answerRefusal } from "./refusals.ts";
import { type RegisterDependencies, register } from "./register.ts";
import { resendVerification, verifyEmail } from "./verification.ts";

/** Minimum duration of a resend call, whether an email is sent or not: the time must not reveal it. */
const resendMs = 60;
/** Limit for one network: a form sends about ten checks while it is filled in. */
const checksAnHour = 600;
const sent = {
  message: "If this address has an account that is not verified yet, a new verification email is on its way.",
};

export function registrationRoutes(
  commands: Commands,
  dependencies: RegisterDependencies & { mailLimits: MailLimits; rateLimiter: RateLimiter },
): CommandRoute[] {
  const { commandHandler, mailLimits, rateLimiter } = dependencies;
  const checks = rateLimiter.window("checks from a network", checksAnHour, 3600);
  return [
    route({
      method: "post",
      path: "/api/auth/register",
      summary: "Create an account; a link in an email verifies the address",
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
        const consumption = await checks.consume(clientOf(context).network);
        if ("waitSeconds" in consumption) return answerRefusal({ refused: "too-many-attempts", ...consumption });
        return { status: 200, body: await check(dependencies, body) };
      },
    }),
    route({
      method: "get",
      path: "/api/auth/verify-email",
      summary: "Verify the address with the token of the email's link; does not sign in",
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
      summary: "Send the verification email again; only the newest link works",
      access: "anyone",
      body: resendBody,
      answers: { 200: message },
      async handle({ body, context }) {
        const commandContext = commands.commandContext("post", "/api/auth/resend-verification", context, null);
        // Read before the outcome: a position that depends on it would reveal it.
        const head = await commandHandler.head();
        const patience = new Promise((resolve) => setTimeout(resolve, resendMs));
        const asked = { address: accountKey(dependencies.keyring, body.email), network: clientOf(context).network };
        if (await mailLimits.mayAsk(asked)) await resendVerification(dependencies, body.email, commandContext);
        await patience;
        return { status: 200, body: sent, ...commands.marked(head) };
      },
    }),
  ];
}
