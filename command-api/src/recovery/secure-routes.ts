import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import type { SecuredPart } from "@attestory/events/recovery-events.ts";
import { message } from "@attestory/http/routing/answers.ts";
import { userParams } from "../admin/schema.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { among, type Commands } from "../handling/commands.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { clientOf } from "../sign-in/client.ts";
import { keepDevice } from "../sign-in/keep-device.ts";
import { answerRefusal } from "./refusals.ts";
import { type SecureDependencies, secureAccount } from "./secure-account.ts";
import { type AccountSecuring, accountSecuring } from "./secure-schema.ts";

export interface SecureServices extends SecureDependencies {
  commands: Commands;
  keyring: Keyring;
  mailLimits: Pick<MailLimits, "ofSecuring" | "ofCare">;
}

const secured = "Account secured";

const partsIn = (chosen: AccountSecuring): SecuredPart[] =>
  Object.entries(chosen).flatMap(([part, ends]) => (ends ? [part as SecuredPart] : []));

/** "Secure this account": ends in one call what its owner or an admin chose. */
export const secureRoutes = (services: SecureServices): CommandRoute[] => {
  const route = services.commands.routes(answerRefusal);
  return [
    route({
      method: "post",
      path: "/api/user/secure",
      summary:
        "End what you choose: the password, every other session, tokens and consents, keys, second factors, API keys",
      operationId: "secureAccount",
      description:
        "Ends what you choose of your account, and tells you in an email what ended. The session that asks stays. Without a password, the email has a link that sets one. At most 200 such calls an hour.",
      access: "user",
      stepUp: true,
      revokes: true,
      countsAs: "ending",
      body: accountSecuring,
      answers: { 200: message },
      // The owner has an account, and is verified.
      refuses: among<"no-such-account" | "unverified">(),
      async handle({ body: chosen, principal, context, commandContext }) {
        const { userId } = principal;
        const asked = { userId, ended: partsIn(chosen), by: principal };
        const device = { userId, client: clientOf(context), now: commandContext.now };
        const outcome = await keepDevice(services, device, () =>
          services.mailLimits.ofSecuring(principal.sessionId, () => secureAccount(services, asked, commandContext)),
        );
        return answerMessage(outcome, secured, outcome.deviceCookies);
      },
    }),
    route({
      method: "post",
      path: "/api/admin/users/{id}/secure",
      summary:
        "End what an admin chooses of an account: password, sessions, tokens, consents, keys, second factors, API keys",
      operationId: "secureAnyAccount",
      description: "Ends what you choose of an account, and tells its owner in one email what ended. For admins.",
      access: "admin",
      stepUp: true,
      revokes: true,
      params: userParams,
      body: accountSecuring,
      answers: { 200: message },
      refuses: ["no-such-account", "unverified"],
      async handle({ params, body: chosen, principal, commandContext }) {
        const userId = params.id;
        const asked = { userId, ended: partsIn(chosen), by: null };
        const outcome = await services.mailLimits.ofCare({ userId, adminId: principal.userId }, () =>
          secureAccount(services, asked, commandContext),
        );
        return answerMessage(outcome, secured);
      },
    }),
  ];
};
