import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { message } from "@attestory/http/routing/answers.ts";
import { readChangeToken } from "../accounts/change-token.ts";
import { type CommandRoute, route } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import { endedSessionCookie } from "../sessions/session-cookie.ts";
import { type DisownChangeDependencies, disownChange } from "./disown-change.ts";
import { disownRegistration } from "./disown-registration.ts";
import { answerRefusal } from "./refusals.ts";
import { disownedActivity, notMe } from "./schema.ts";

const disowned = { message: "The account is removed, and your address is free again." };
const secured = {
  message:
    "Every device was signed out, and the old password no longer works. We sent you a link to choose a new password.",
};

/** "This wasn't me": the link of emails about registrations and about changes, and the button on the activity page. */
export const notMeRoutes = (
  commands: Commands,
  dependencies: DisownChangeDependencies & { keyring: Keyring },
): CommandRoute[] => [
  route({
    method: "post",
    path: "/api/auth/not-me",
    summary: "Secure the account after a change that was not its owner's, or remove a registration with your address",
    operationId: "disownChange",
    description:
      "After a change that was not yours: ends every session and the password, removes the second factor that was added, and sends a link that sets a new password. After a registration that was not yours: removes the account, as long as its address is not verified.",
    access: "anyone",
    body: notMe,
    answers: { 200: message },
    async handle({ body: { token }, context }) {
      const commandContext = commands.commandContext({ method: "post", path: "/api/auth/not-me" }, context, null);
      const change = readChangeToken(dependencies.keyring, token, commandContext.now);
      const outcome = change
        ? await disownChange(dependencies, change, commandContext)
        : await disownRegistration(dependencies, token, commandContext);
      if (isRefused(outcome)) return answerRefusal(outcome);
      await commands.waitForRevocation(outcome.position);
      return { status: 200, body: change ? secured : disowned, ...commands.positionMark(outcome.position) };
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
    body: disownedActivity,
    answers: { 200: message },
    async handle({ body: { activityId, time }, principal, context }) {
      const call = { method: "post", path: "/api/user/not-me" } as const;
      const commandContext = commands.commandContext(call, context, principal);
      // An event of the future would be answered again and again.
      const at = new Date(Math.min(Date.parse(time), commandContext.now.getTime()));
      const change = { userId: principal.userId, eventId: activityId, at };
      const outcome = await disownChange(dependencies, change, commandContext);
      if (isRefused(outcome)) return answerRefusal(outcome);
      await commands.waitForRevocation(outcome.position);
      const mark = commands.positionMark(outcome.position, [endedSessionCookie()]);
      return { status: 200, body: secured, ...mark };
    },
  }),
];
