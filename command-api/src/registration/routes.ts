import { message } from "@attestory/http/routing/answers.ts";
import { windowPerNetwork } from "@attestory/http/security/window-per-network.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { answerUser } from "../accounts/answer-user.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { among, type Commands, type OwnReason } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import { sessionCookieFor } from "../sessions/session-cookie.ts";
import type { BeginSessionDependencies } from "../sign-in/begin-session.ts";
import { clientOf } from "../sign-in/client.ts";
import { signedIn } from "../sign-in/schema.ts";
import { check } from "./check.ts";
import { answerRefusal } from "./refusals.ts";
import { type RegisterDependencies, register } from "./register.ts";
import { registrationCookie } from "./registration-browser.ts";
import { resendVerification } from "./resend-verification.ts";
import {
  check as checkBody,
  checked,
  emailVerified,
  registration,
  resendVerification as resendBody,
  verifyEmailQuery,
} from "./schema.ts";
import { verifyEmail } from "./verify-email.ts";

/** Limit for one network: a form sends about ten checks while it is filled in. */
const checksAnHour = { limit: 600, seconds: 3600 };
const verified = "Your email address is verified. You can sign in now.";
const verifiedHere = "Your email address is verified, and you are signed in.";
const verifiedElsewhere =
  "Your email address is verified. You registered in another browser, so your first sign-in asks for a code that we send to this address.";
const sent = "If this address has an account that is not verified yet, a new verification email is on its way.";

type RegistrationServices = RegisterDependencies &
  BeginSessionDependencies & {
    commands: Commands;
    rateLimiter: RateLimiter;
    /** The id of the link for the first admin that this token is of; null if it is none that still works. */
    goodAdminLink(token: string): Promise<string | null>;
  };

export function registrationRoutes(services: RegistrationServices): CommandRoute[] {
  const checks = windowPerNetwork(services.rateLimiter, "checks from a network", checksAnHour);
  const route = services.commands.routes(answerRefusal);
  return [
    route({
      method: "post",
      path: "/api/auth/register",
      summary: "Create an account; a link in an email verifies the address",
      operationId: "register",
      description: "Creates an account and sends an email with a link that verifies its address.",
      access: "anyone",
      revokes: false,
      body: registration,
      answers: { 201: signedIn },
      refuses: among<OwnReason<Parameters<typeof answerRefusal>[0]>>(
        "known-password",
        "invalid-invitation",
        "other-address",
        "domain-not-allowed",
        "sign-up-closed",
        "invitation-required",
        "email-taken",
        "username-taken",
      ),
      async handle({ body, context, commandContext }) {
        const { firstName, lastName, invitation = null, adminLink, ...named } = body;
        const causationId = adminLink === undefined ? null : await services.goodAdminLink(adminLink);
        const asked = { ...named, firstName: firstName || null, lastName: lastName || null, invitation };
        const registering = { registration: asked, client: clientOf(context) };
        const outcome = await register(services, registering, { ...commandContext, causationId });
        if (isRefused(outcome)) return outcome;
        const { token, position, user, cookies } = outcome;
        return {
          status: 201,
          body: { token, user: answerUser(user) },
          position,
          cookies: [sessionCookieFor(token, null), ...cookies],
        };
      },
    }),
    route({
      method: "post",
      path: "/api/auth/check",
      summary: "Tell whether a username is free, a password widely known and an invitation valid, as registering would",
      operationId: "checkRegistration",
      description: "Checks a username, a password or an invitation while the user types.",
      access: "anyone",
      revokes: false,
      body: checkBody,
      answers: { 200: checked },
      async handle({ body, context, commandContext }) {
        const consumption = await checks.consume(clientOf(context).network);
        if ("waitSeconds" in consumption) return { refused: "too-many-attempts", ...consumption };
        return { status: 200, body: await check(services, body, commandContext.now) };
      },
    }),
    route({
      method: "get",
      path: "/api/auth/verify-email",
      summary: "Verify the address with the token of the email's link; signs in the browser that has just registered",
      operationId: "verifyEmail",
      description: "Verifies the address. Opening the link a second time changes nothing.",
      access: "anyone",
      revokes: true,
      verifies: "verify-email",
      write: true,
      query: verifyEmailQuery,
      answers: { 200: emailVerified },
      refuses: ["invalid-link"],
      async handle({ query, context, commandContext }) {
        const outcome = await verifyEmail(
          services,
          {
            token: query.token,
            client: clientOf(context),
            bearer: context.credential?.value ?? null,
            registeredWith: context.cookies.get(registrationCookie),
          },
          commandContext,
        );
        if (isRefused(outcome)) return outcome;
        const { position, asksForCode, deviceCookies, signedIn } = outcome;
        const message = asksForCode ? verifiedElsewhere : verified;
        if (!signedIn) {
          const body = { message, asksForCode, signedIn };
          return { status: 200, body, position, cookies: deviceCookies };
        }
        const { token, user } = signedIn;
        const body = { message: verifiedHere, asksForCode, signedIn: { token, user: answerUser(user) } };
        return { status: 200, body, position, cookies: [sessionCookieFor(token, null), ...deviceCookies] };
      },
    }),
    route({
      method: "post",
      path: "/api/auth/resend-verification",
      summary: "Send the verification email again; only the newest link works",
      operationId: "resendVerification",
      description: "Sends the email again. The answer is the same whether or not there is such an account.",
      access: "anyone",
      revokes: false,
      body: resendBody,
      answers: { 200: message },
      async handle({ body, context, commandContext }) {
        const resend = { email: body.email, client: clientOf(context) };
        return answerMessage(await resendVerification(services, resend, commandContext), sent);
      },
    }),
  ];
}
