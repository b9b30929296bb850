import { message } from "@attestory/http/routing/answers.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { isRefused } from "../handling/decider.ts";
import { clientOf } from "../sign-in/client.ts";
import { limitLinks } from "../sign-in/limit-links.ts";
import { type NotMeServices, notMeRoutes } from "./not-me-routes.ts";
import { answerRefusal } from "./refusals.ts";
import { type RequestDependencies, requestPasswordReset } from "./request-password-reset.ts";
import { type ResetDependencies, resetPassword } from "./reset-password.ts";
import { forgotPassword, passwordReset } from "./schema.ts";
import { type SecureServices, secureRoutes } from "./secure-routes.ts";

const requested = "If this address has an account, an email with a link to set a new password is on its way.";
const reset = "Your password is set. Every device was signed out. You can sign in now.";

type RecoveryServices = NotMeServices &
  SecureServices &
  ResetDependencies &
  RequestDependencies & { rateLimiter: RateLimiter };

/** How owners take their account back. */
export function recoveryRoutes(services: RecoveryServices): CommandRoute[] {
  const limit = limitLinks(services.rateLimiter, "reset links from a network");
  const route = services.commands.routes(answerRefusal);
  return [
    ...notMeRoutes(services),
    ...secureRoutes(services),
    route({
      method: "post",
      path: "/api/auth/forgot-password",
      summary: "Send an email with a link that sets a new password; only the newest link works",
      operationId: "forgotPassword",
      description:
        "Sends a link that sets a new password. The answer is the same whether or not there is such an account.",
      access: "anyone",
      revokes: false,
      body: forgotPassword,
      answers: { 200: message },
      async handle({ body: { email }, context, commandContext }) {
        const asked = { email, client: clientOf(context) };
        return answerMessage(await requestPasswordReset(services, asked, commandContext), requested);
      },
    }),
    route({
      method: "post",
      path: "/api/auth/reset-password",
      summary: "Set a new password with the token of the email's link; every session ends; does not sign in",
      operationId: "resetPassword",
      description:
        "Sets a new password and ends every session. Does not sign in. At most 100 links an hour from one network.",
      access: "anyone",
      revokes: true,
      verifies: "reset-password",
      body: passwordReset,
      answers: { 200: message },
      refuses: ["invalid-link", "known-new-password", "password-mismatch"],
      async handle({ body: { token, newPassword, confirmPassword }, context, commandContext }) {
        if (newPassword !== confirmPassword) return { refused: "password-mismatch" };
        const tooMany = await limit(clientOf(context));
        if (tooMany) return tooMany;
        const outcome = await resetPassword(services, { token, newPassword }, commandContext);
        return isRefused(outcome) ? outcome : answerMessage(outcome, reset, [outcome.deviceCookie]);
      },
    }),
  ];
}
