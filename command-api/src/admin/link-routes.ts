import { message } from "@attestory/http/routing/answers.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { answerUser } from "../accounts/answer-user.ts";
import { type CommandRoute, route } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import { sessionCookieFor } from "../sessions/session-cookie.ts";
import type { BeginSessionDependencies } from "../sign-in/begin-session.ts";
import { clientOf } from "../sign-in/client.ts";
import { limitLinks } from "../sign-in/limit-links.ts";
import { signedIn } from "../sign-in/schema.ts";
import { openAdminLink } from "./admin-link.ts";
import { answerRefusal } from "./refusals.ts";
import { type RescueDependencies, type RescueRefusal, rescuePassword, rescueSecondFactors } from "./rescue.ts";
import { adminLink, rescuePassword as passwordBody, rescueSecondFactors as secondFactorsBody } from "./schema.ts";

const passwordSet = { message: "Your password is set. Every device was signed out. You can sign in now." };
const factorsRemoved = {
  message: "Your second factors are removed. Every device was signed out. Sign in with your password.",
};

export interface LinkRouteDependencies extends BeginSessionDependencies, RescueDependencies {
  attempts: BeginSessionDependencies["attempts"] & RescueDependencies["attempts"];
  rateLimiter: RateLimiter;
}

/** The calls of the links that the command line prints. */
export function operatorLinkRoutes(commands: Commands, dependencies: LinkRouteDependencies): CommandRoute[] {
  const limit = limitLinks(dependencies.rateLimiter, "operator links from a network");

  const answerRescue = async (outcome: { position: bigint } | RescueRefusal, body: { message: string }) => {
    if (isRefused(outcome)) return answerRefusal(outcome);
    await commands.waitForRevocation(outcome.position);
    return { status: 200, body, ...commands.positionMark(outcome.position) } as const;
  };

  return [
    route({
      method: "post",
      path: "/api/auth/admin-link",
      summary: "Become the first admin with the token of the link that the command line printed; starts a new session",
      operationId: "useAdminLink",
      description: "Makes the account of the session the first admin, and starts a new session.",
      access: "pending",
      body: adminLink,
      answers: { 200: signedIn },
      async handle({ body: { token }, principal, context }) {
        const call = { method: "post", path: "/api/auth/admin-link" } as const;
        const commandContext = commands.commandContext(call, context, principal);
        const use = { token, userId: principal.userId, bearer: context.credential?.value ?? null };
        const outcome = await openAdminLink(dependencies, use, commandContext);
        if (isRefused(outcome)) return answerRefusal(outcome);
        const { position, replacedAt, user, deviceCookies } = outcome;
        await commands.waitForRevocation(replacedAt ?? position);
        const mark = commands.positionMark(replacedAt ?? position, [
          sessionCookieFor(outcome.token, null),
          ...deviceCookies,
        ]);
        return {
          status: 200,
          body: { token: outcome.token, user: answerUser(user, outcome.twoFactorEnabled) },
          ...mark,
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
      body: passwordBody,
      answers: { 200: message },
      async handle({ body: { token, newPassword, confirmPassword }, context }) {
        if (newPassword !== confirmPassword) return answerRefusal({ refused: "password-mismatch" });
        const tooMany = await limit(clientOf(context));
        if (tooMany) return answerRefusal(tooMany);
        const call = { method: "post", path: "/api/auth/rescue/password" } as const;
        const commandContext = commands.commandContext(call, context, null);
        return answerRescue(await rescuePassword(dependencies, { token, newPassword }, commandContext), passwordSet);
      },
    }),
    route({
      method: "post",
      path: "/api/auth/rescue/second-factors",
      summary: "Remove every second factor with the token of the operator's link; every session ends",
      operationId: "rescueSecondFactors",
      description: "Removes every second factor with an operator's link. Every session ends.",
      access: "anyone",
      body: secondFactorsBody,
      answers: { 200: message },
      async handle({ body: { token }, context }) {
        const tooMany = await limit(clientOf(context));
        if (tooMany) return answerRefusal(tooMany);
        const call = { method: "post", path: "/api/auth/rescue/second-factors" } as const;
        const commandContext = commands.commandContext(call, context, null);
        return answerRescue(await rescueSecondFactors(dependencies, token, commandContext), factorsRemoved);
      },
    }),
  ];
}
