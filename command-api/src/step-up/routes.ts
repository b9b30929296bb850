import { message, stepUpBegun, stepUp as stepUpBody } from "../api-schema.ts";
import { type CommandRoute, type Commands, route } from "../handling/command-route.ts";
import { isRefused } from "../handling/decider.ts";
import { clientOf } from "../sign-in/client.ts";
import type { VerifyDependencies } from "../sign-in/verify-credentials.ts";
import { answerRefusal } from "./refusals.ts";
import { stepUp } from "./step-up.ts";

export function stepUpRoutes(commands: Commands, dependencies: VerifyDependencies): CommandRoute[] {
  const { commandHandler } = dependencies;
  return [
    route({
      method: "post",
      path: "/api/auth/step-up",
      summary: "Confirm that it is you, for the calls that ask for it",
      access: "user",
      body: stepUpBody,
      answers: { 200: message },
      async handle({ body: { currentPassword }, principal, context }) {
        const commandContext = commands.commandContext(
          { method: "post", path: "/api/auth/step-up" },
          context,
          principal,
        );
        const steppingUp = { requester: principal, currentPassword, client: clientOf(context) };
        const outcome = await stepUp(dependencies, steppingUp, commandContext);
        if ("position" in outcome && isRefused(outcome)) await commands.waitForRevocation(outcome.position);
        if (isRefused(outcome)) return answerRefusal(outcome);
        return { status: 200, body: { message: "Confirmed" }, ...commands.positionMark(outcome.position) };
      },
    }),
    route({
      method: "post",
      path: "/api/auth/step-up/begin",
      summary: "List the ways in which you can confirm that it is you",
      access: "user",
      answers: { 200: stepUpBegun },
      async handle() {
        const mark = commands.positionMark(await commandHandler.head());
        return { status: 200, body: { methods: ["password"], options: null }, ...mark };
      },
    }),
  ];
}
