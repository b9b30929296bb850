import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { message } from "@attestory/http/routing/answers.ts";
import { readChangeToken } from "../accounts/change-token.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { endedSessionCookie } from "../sessions/session-cookie.ts";
import { type DisownChangeDependencies, disownChange } from "./disown-change.ts";
import { disownRegistration } from "./disown-registration.ts";
import { answerRefusal } from "./refusals.ts";
import { disownedActivity, notMe } from "./schema.ts";

const disowned = "The account is removed, and your address is free again.";
const secured =
  "Every device was signed out, and the old password no longer works. We sent you a link to choose a new password.";

export interface NotMeServices extends DisownChangeDependencies {
  commands: Commands;
  keyring: Keyring;
}

/** "This wasn't me": the link of emails about registrations and about changes, and the button on the activity page. */
export const notMeRoutes = (services: NotMeServices): CommandRoute[] => {
  const route = services.commands.routes(answerRefusal);
  return [
    route({
      method: "post",
      path: "/api/auth/not-me",
      summary: "Secure the account after a change that was not its owner's, or remove a registration with your address",
      operationId: "disownChange",
      description:
        "After a change that was not yours: ends every session and the password, removes the second factor that was added, and sends a link that sets a new password. After a registration that was not yours: removes the account, as long as its address is not verified.",
      access: "anyone",
      revokes: true,
      body: notMe,
      answers: { 200: message },
      refuses: ["already-verified", "unknown-link"],
      async handle({ body: { token }, commandContext }) {
        const change = readChangeToken(services.keyring, token, commandContext.now);
        const outcome = change
          ? await disownChange(services, change, commandContext)
          : await disownRegistration(services, token, commandContext);
        return answerMessage(outcome, change ? secured : disowned);
      },
    }),
    route({
      method: "post",
      path: "/api/user/not-me",
      summary:
        "Secure the account after an event of its activity that was not its owner's; ends every session and the password",
      operationId: "disownEvent",
      description:
        "Says that an entry was not yours: ends every session and the password, removes the second factor that it added, and sends a link that sets a new password.",
      access: "user",
      // It may remove a second factor.
      stepUp: true,
      revokes: true,
      countsAs: "ending",
      body: disownedActivity,
      answers: { 200: message },
      refuses: ["unknown-link"],
      async handle({ body: { activityId, time }, principal, commandContext }) {
        // An event of the future would be answered again and again.
        const at = new Date(Math.min(Date.parse(time), commandContext.now.getTime()));
        const change = { userId: principal.userId, eventId: activityId, at };
        return answerMessage(await disownChange(services, change, commandContext), secured, [endedSessionCookie()]);
      },
    }),
  ];
};
