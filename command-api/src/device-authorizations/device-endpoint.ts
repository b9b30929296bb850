import { oauthProblem } from "@attestory/http/routing/oauth-error.ts";
import { type ProblemAnswer, withHeaders } from "@attestory/http/routing/problem.ts";
import type { KeyedDigest } from "@attestory/http/security/position-mark.ts";
import type { SingleUses } from "@attestory/http/security/single-uses.ts";
import { unknownClient } from "@attestory/http/security/verify-client.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import type { Application } from "../applications/application-state.ts";
import { readAskedApi } from "../applications/find-api.ts";
import { faultOfScope, scopesIn } from "../authorize/request-rules.ts";
import type { ClientDocuments } from "../client-documents/client-documents.ts";
import { retryAfter } from "../handling/answer-refusal.ts";
import type { CommandHandler } from "../handling/command-handler.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { isRefused, type Refused } from "../handling/decider.ts";
import type { HandlingReason } from "../handling/handling-reason.ts";
import { clientCalls } from "../tokens/client-calls.ts";
import { failedCall, type ReportCall } from "../tokens/token-dependencies.ts";
import { invalidScope, noDeviceFlow, tokenRefusal } from "../tokens/token-refusals.ts";
import { beginDeviceRequest } from "./begin-device-request.ts";
import { createDeviceLimits } from "./device-limits.ts";
import { deviceAuthorizationRequest, deviceAuthorizationResponse } from "./schema.ts";

export interface DeviceEndpointServices {
  commands: Commands;
  commandHandler: CommandHandler;
  hmac: KeyedDigest;
  publicUrl: string;
  rateLimiter: RateLimiter;
  singleUses: SingleUses;
  reportCall: ReportCall;
  clientDocuments: ClientDocuments;
}

const tooMany = (waitSeconds: number) =>
  withHeaders(
    oauthProblem(429, "temporarily_unavailable", "Too many devices asked. Wait, then try again."),
    retryAfter(waitSeconds),
  );

/** Characters. Each request is an event, and none has a user yet: shorter than what a user is asked in a browser. */
const longestScope = 500;
const longScope = invalidScope(`A device may ask for at most ${longestScope} characters of scopes`);

/** What is wrong with the scopes and the API that a device asks for. */
async function faultOfAsked(
  commandHandler: CommandHandler,
  { client, scope, resource }: { client: Application; scope: string; resource: string | null },
): Promise<ProblemAnswer | null> {
  if (scope.length > longestScope) return longScope;
  const unreadable = faultOfScope(scope);
  if (unreadable) return invalidScope(unreadable.description);
  const api = await readAskedApi(commandHandler, { client, resource, scopes: scopesIn(scope) });
  return api && "error" in api ? oauthProblem(400, api.error, api.description) : null;
}

const path = "/api/oauth/device_authorization";
const endpoint = "device_authorization";
const noCache = { "Cache-Control": "no-store", Pragma: "no-cache" };

/** The device authorization endpoint (RFC 8628 section 3.1). */
export function deviceEndpoint(services: DeviceEndpointServices): CommandRoute[] {
  const { commands, commandHandler, hmac, publicUrl: issuer, rateLimiter } = services;
  const dependencies = {
    commandHandler,
    issuer,
    hmac,
  };
  const answerClient = clientCalls(services, endpoint);
  const deviceLimits = createDeviceLimits(rateLimiter);

  const refuse = async (
    application: Application,
    { scope = "", resource, network }: { scope: string | undefined; resource: string | null; network: string },
  ): Promise<ProblemAnswer | null> => {
    if (!application.allowDeviceFlow) return noDeviceFlow;
    const fault = await faultOfAsked(commandHandler, { client: application, scope, resource });
    if (fault) return fault;
    const consumption = await deviceLimits.consume(application, network);
    return "waitSeconds" in consumption ? tooMany(consumption.waitSeconds) : null;
  };

  const route = commands.routes(({ refused }: Refused<HandlingReason>) => tokenRefusal(refused));
  return [
    route({
      method: "post",
      path,
      summary: "Get a code for a device, which its user enters at /device (RFC 8628)",
      operationId: "authorizeDevice",
      description:
        "Begins a sign-in on a device: device_code for POST /api/oauth/token, and user_code with verification_uri to show to the user, both good for 15 minutes.",
      access: "anyone",
      revokes: false,
      forms: true,
      oauth: true,
      anyOrigin: true,
      body: deviceAuthorizationRequest,
      answers: { 200: deviceAuthorizationResponse },
      refuses: [noDeviceFlow, invalidScope("Ask for at most 100 scopes"), unknownClient()],
      async handle({ body = {}, context, commandContext }) {
        const call = { context, commandContext, parameters: body, path };
        return answerClient(call, async (application, asClient, network) => {
          const { applicationId } = application;
          const { scope, resource = null } = body;
          const refusal = await refuse(application, { scope, resource, network });
          if (refusal) {
            services.reportCall(applicationId, { ...failedCall(refusal), endpoint });
            return refusal;
          }
          const scopes = scopesIn(scope ?? "");
          const begun = await beginDeviceRequest(dependencies, { applicationId, scopes, resource }, asClient);
          if (isRefused(begun)) return tokenRefusal(begun.refused);
          return { status: 200, body: begun, headers: noCache } as const;
        });
      },
    }),
  ];
}
