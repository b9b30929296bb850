import { message } from "@attestory/http/routing/answers.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { answerUser } from "../accounts/answer-user.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { among, type Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import { sessionCookieFor } from "../sessions/session-cookie.ts";
import type { BeginSessionDependencies } from "../sign-in/begin-session.ts";
import { clientOf } from "../sign-in/client.ts";
import { limitLinks } from "../sign-in/limit-links.ts";
import { signedIn } from "../sign-in/schema.ts";
import { openAdminLink } from "./admin-link.ts";
import { answerRefusal } from "./refusals.ts";
import { type RescueDependencies, rescuePassword, rescueSecondFactors } from "./rescue.ts";
import { adminLink, rescuePassword as passwordBody, rescueSecondFactors as secondFactorsBody } from "./schema.ts";

const passwordSet = "Your password is set. Every device was signed out. You can sign in now.";
const factorsRemoved = "Your second factors are removed. Every device was signed out. Sign in with your password.";

interface OperatorLinkServices extends BeginSessionDependencies, RescueDependencies {
  attempts: BeginSessionDependencies["attempts"] & RescueDependencies["attempts"];
  commands: Commands;
  rateLimiter: RateLimiter;
}

/** The calls of the links that the command line prints. */
export function operatorLinkRoutes(services: OperatorLinkServices): CommandRoute[] {
  const limit = limitLinks(services.rateLimiter, "operator links from a network");

  const route = services.commands.routes(answerRefusal);
  return [
    route({
      method: "post",
      path: "/api/auth/admin-link",
      summary: "Become the first admin with the token of the link that the command line printed; starts a new session",
      operationId: "useAdminLink",
      description: "Makes the account of the session the first admin, and starts a new session.",
      access: "pending",
      revokes: true,
      body: adminLink,
      answers: { 200: signedIn },
      refuses: ["has-admin", "invalid-link"],
      async handle({ body: { token }, principal, context, commandContext }) {
        const use = { token, userId: principal.userId, bearer: context.credential?.value ?? null };
        const outcome = await openAdminLink(services, use, commandContext);
        if (isRefused(outcome)) return outcome;
        const { token: session, position, replacedAt, user, twoFactorEnabled, deviceCookies } = outcome;
        return {
          status: 200,
          body: { token: session, user: answerUser(user, twoFactorEnabled) },
          position: replacedAt ?? position,
          cookies: [sessionCookieFor(session, null), ...deviceCookies],
        };
      },
    }),
    route({
      method: "post",
      path: "/api/auth/rescue/password",
      summary: "Set a new password with the token of the operator's link; every session ends; does not sign in",
      operationId: "rescuePassword",
      description: "Sets a new password with an operator's link. Every session ends.",
      access: "anyone",
      revokes: true,
      body: passwordBody,
      answers: { 200: message },
      refuses: ["invalid-link", "known-new-password", "password-mismatch"],
      async handle({ body: { token, newPassword, confirmPassword }, context, commandContext }) {
        if (newPassword !== confirmPassword) return { refused: "password-mismatch" };
        const tooMany = await limit(clientOf(context));
        if (tooMany) return tooMany;
        return answerMessage(await rescuePassword(services, { token, newPassword }, commandContext), passwordSet);
      },
    }),
    route({
      method: "post",
      path: "/api/auth/rescue/second-factors",
      summary: "Remove every second factor with the token of the operator's link; every session ends",
      operationId: "rescueSecondFactors",
      description: "Removes every second factor with an operator's link. Every session ends.",
      access: "anyone",
      revokes: true,
      body: secondFactorsBody,
      answers: { 200: message },
      refuses: among<"invalid-link" | "known-new-password">("invalid-link"),
      async handle({ body: { token }, context, commandContext }) {
        const tooMany = await limit(clientOf(context));
        if (tooMany) return tooMany;
        return answerMessage(await rescueSecondFactors(services, token, commandContext), factorsRemoved);
      },
    }),
  ];
}
