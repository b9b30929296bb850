import { userStream } from "@attestory/events/envelope.ts";
import { message } from "@attestory/http/routing/answers.ts";
import type { z } from "zod";
import { user } from "../accounts/user.ts";
import { type RequestEmailCodeDependencies, requestEmailCode } from "../email-codes/request-email-code.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import { clientOf } from "../sign-in/client.ts";
import { beginStepUp } from "./begin-step-up.ts";
import { answerRefusal } from "./refusals.ts";
import { stepUpBegun, stepUp as stepUpBody } from "./schema.ts";
import { stepUp } from "./step-up.ts";
import type { Proof, VerifyProofDependencies } from "./verify-proof.ts";

interface StepUpServices extends VerifyProofDependencies, RequestEmailCodeDependencies {
  commands: Commands;
}

export function stepUpRoutes(services: StepUpServices): CommandRoute[] {
  const { commandHandler } = services;
  const route = services.commands.routes(answerRefusal);
  return [
    route({
      method: "post",
      path: "/api/auth/step-up",
      summary: "Confirm that it is you, for the calls that ask for it",
      operationId: "stepUp",
      description:
        "Confirms that it is you. For five minutes after that, or after signing in, the session may make the calls that protect the account.",
      access: "user",
      revokes: "sometimes",
      body: stepUpBody,
      answers: { 200: message },
      refuses: [
        "email-code-over",
        "has-password",
        "invalid-challenge",
        "invalid-response",
        "used-code",
        "wrong-code",
        "wrong-email-code",
        "wrong-key",
        "wrong-password",
        "session-exhausted",
      ],
      async handle({ body, principal, context, commandContext }) {
        const steppingUp = { requester: principal, proof: proofIn(body), client: clientOf(context) };
        const outcome = await stepUp(services, steppingUp, commandContext);
        // Only a refusal ends something: the session that has guessed too often.
        return isRefused(outcome) ? outcome : { ...answerMessage(outcome, "Confirmed"), hasRevoked: false };
      },
    }),
    route({
      method: "post",
      path: "/api/auth/step-up/begin",
      summary: "List the ways in which you can confirm that it is you, with the options for a hardware key",
      operationId: "beginStepUp",
      description: "Lists the ways in which you can confirm that it is you.",
      access: "user",
      revokes: false,
      answers: { 200: stepUpBegun },
      async handle({ principal: { userId, sessionId }, commandContext }) {
        const body = await beginStepUp(services, { userId, sessionId }, commandContext.now);
        return { status: 200, body, position: await commandHandler.head() };
      },
    }),
    route({
      method: "post",
      path: "/api/auth/step-up/email",
      summary: "Send a code to your address, to confirm that it is you without a password",
      operationId: "sendStepUpCode",
      description: "Sends a code to your address. Only if the account has no password.",
      access: "user",
      revokes: false,
      answers: { 200: message },
      refuses: ["has-password"],
      async handle({ principal, commandContext }) {
        const { userId } = principal;
        const { state: owner } = await commandHandler.load(user, userStream(userId));
        const hasPassword = owner.status === "registered" && owner.passwordHash !== null;
        if (hasPassword) return { refused: "has-password" };
        const outcome = await requestEmailCode(services, { userId, purpose: "step-up" }, commandContext);
        return answerMessage(outcome, "We sent a code to your email address");
      },
    }),
  ];
}

/** The schema lets exactly one of them through. */
function proofIn({ currentPassword, totpCode, emailCode, response }: z.output<typeof stepUpBody>): Proof {
  if (response !== undefined) return { kind: "key", response };
  if (totpCode !== undefined) return { kind: "code", code: totpCode };
  if (emailCode !== undefined) return { kind: "email-code", code: emailCode };
  return { kind: "password", password: currentPassword ?? "" };
}
