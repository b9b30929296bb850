import type { Keyring } from "@attestory/event-store/vault/keyring.ts";
import { consentStream } from "@attestory/events/envelope.ts";
import { networkOf } from "@attestory/http/parsing/client-address.ts";
import { message } from "@attestory/http/routing/answers.ts";
import type { RequestContext } from "@attestory/http/routing/request-context.ts";
import type { KeyedDigest } from "@attestory/http/security/position-mark.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { scopesBesides } from "../applications/find-api.ts";
import { clientHostOf } from "../client-documents/described-by.ts";
import { consent } from "../consents/consent.ts";
import { shownApi } from "../consents/shown-api.ts";
import { answerMessage } from "../handling/answer-message.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { among, type Commands } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import type { MailLimits } from "../mail/mail-limits.ts";
import { answerDeviceRequest } from "./answer-device-request.ts";
import { answerDeviceRefusal, type DeviceAnswerReason } from "./device-refusals.ts";
import { findDeviceRequest, waiting } from "./find-device-request.ts";
import { createGuessLimits, type Guesser } from "./guess-limits.ts";
import { deviceAnswer, deviceQuestion, deviceRequestInfo } from "./schema.ts";
import { shownUserCode } from "./user-code.ts";

export interface DeviceCallServices {
  commands: Commands;
  commandHandler: CommandHandler;
  keyring: Pick<Keyring, "hmac">;
  hmac: KeyedDigest;
  mailLimits: Pick<MailLimits, "ofAccount">;
  rateLimiter: RateLimiter;
}

const reasons = among<DeviceAnswerReason>("unknown-code", "code-over", "code-answered", "application-gone");

/** The calls of the screen on which a user answers a device. */
export function deviceCalls(services: DeviceCallServices): CommandRoute[] {
  const { commands, commandHandler, hmac, rateLimiter } = services;
  const finding = {
    commandHandler,
    guessLimits: createGuessLimits(rateLimiter),
    hmac,
  };
  const guesserOf = ({ userId, sessionId }: Omit<Guesser, "network">, { clientAddress }: RequestContext): Guesser => ({
    userId,
    sessionId,
    network: networkOf(clientAddress) ?? clientAddress,
  });

  const route = commands.routes(answerDeviceRefusal);
  return [
    route({
      method: "post",
      path: "/api/oauth/device/request",
      summary: "What the device that shows you a code asks of you",
      operationId: "getDeviceRequest",
      description:
        "Finds what a device asks by the code that it shows: application, scope, api, grantedScopes, grantedAt, expiresAt, and request, which names it in the answer. Nothing is allowed by it. Wrong codes are limited.",
      access: "user",
      revokes: false,
      body: deviceQuestion,
      answers: { 200: deviceRequestInfo },
      refuses: reasons,
      async handle({ body, context, principal, commandContext }) {
        const guesser = guesserOf(principal, context);
        const found = await findDeviceRequest(finding, { typed: body.userCode, guesser });
        const asked = isRefused(found) ? found : waiting(found, commandContext.now);
        if (isRefused(asked)) return asked;
        const { application, request } = asked;
        const { name, description, logoUrl, registeredAt } = application;
        const parties = { userId: principal.userId, applicationId: application.applicationId };
        const { state: given } = await commandHandler.load(consent, consentStream(parties));
        const answer = {
          request: request.authorizationId,
          userCode: shownUserCode(asked.userCode),
          application: { name, description, logoUrl, registeredAt: registeredAt.toISOString() },
          clientHost: clientHostOf(application),
          scope: scopesBesides(asked.api, request.scopes).join(" "),
          api: asked.api && shownApi(asked.api, given),
          grantedScopes: [...given.scopes],
          grantedAt: given.grantedAt?.toISOString() ?? null,
          expiresAt: request.expiresAt.toISOString(),
        };
        return { status: 200, body: answer };
      },
    }),
    route({
      method: "post",
      path: "/api/oauth/device",
      summary: "Allow or refuse what a device asks",
      operationId: "answerDevice",
      description:
        "Answers a device, once: granted lets it get its tokens, and is recorded as a consent; denied tells it that you refused.",
      access: "user",
      revokes: false,
      body: deviceAnswer,
      answers: { 200: message },
      refuses: [...reasons, "api-changed"],
      async handle({ body, context, principal, commandContext }) {
        const { userCode: typed, request: authorizationId, apiDigest, outcome } = body;
        const found = await findDeviceRequest(finding, { typed, guesser: guesserOf(principal, context) });
        if (isRefused(found)) return found;
        const answer = { found, authorizationId, apiDigest, principal, outcome };
        const answered = await answerDeviceRequest(services, answer, commandContext);
        if (isRefused(answered)) return answered;
        return answerMessage(answered, outcome === "granted" ? "Device allowed" : "Device refused");
      },
    }),
  ];
}
