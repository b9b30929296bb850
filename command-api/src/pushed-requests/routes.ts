import { type OAuthError, oauthProblem } from "@attestory/http/routing/oauth-error.ts";
import { isProblem, type ProblemAnswer } from "@attestory/http/routing/problem.ts";
import type { KeyedDigest } from "@attestory/http/security/position-mark.ts";
import type { ClientParameters } from "@attestory/http/security/presented-client.ts";
import type { SingleUses } from "@attestory/http/security/single-uses.ts";
import { unknownClient } from "@attestory/http/security/verify-client.ts";
import type { RateLimiter } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import type { Application } from "../applications/application-state.ts";
import { pushedSeconds } from "../authorize/pushed-requests.ts";
import { type RequestParameters, requestParameters } from "../authorize/request-parameters.ts";
import type { ResolvingDependencies } from "../authorize/resolve-request.ts";
import type { ClientDocuments } from "../client-documents/client-documents.ts";
import { answerSharedRefusal } from "../handling/answer-refusal.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import type { Commands } from "../handling/commands.ts";
import { clientCalls } from "../tokens/client-calls.ts";
import { keyCheck } from "../tokens/shown-key.ts";
import { failedCall, type ReportCall } from "../tokens/token-dependencies.ts";
import { isExpected } from "../tokens/token-refusals.ts";
import { pushRequest, type RefusedPush } from "./push-request.ts";
import { pushedAnswer, pushedParameters } from "./schema.ts";

interface PushServices extends Omit<ResolvingDependencies, "issuer"> {
  commands: Commands;
  hmac: KeyedDigest;
  publicUrl: string;
  rateLimiter: RateLimiter;
  singleUses: SingleUses;
  reportCall: ReportCall;
  clientDocuments: ClientDocuments;
}

const path = "/api/oauth/par";

/** By what the application proves who it is. */
const proofIn = ({ single }: RequestParameters): ClientParameters => ({
  client_id: single.get("client_id"),
  client_secret: single.get("client_secret"),
  client_assertion: single.get("client_assertion"),
  client_assertion_type: single.get("client_assertion_type"),
});

const answerRefused = ({ error, description, isTooLarge }: RefusedPush) =>
  oauthProblem(isTooLarge ? 413 : 400, error as OAuthError, description);

/** The endpoint for pushed requests (RFC 9126). */
export function pushedRequestRoutes(services: PushServices): CommandRoute[] {
  const { commands, hmac, reportCall } = services;
  const answerClient = clientCalls(services, "par");
  const checkKey = keyCheck({ issuer: services.publicUrl, singleUses: services.singleUses, hmac });
  const refusing = ({ applicationId }: Pick<Application, "applicationId">, refusal: ProblemAnswer): ProblemAnswer => {
    if (!isExpected(refusal)) reportCall(applicationId, { ...failedCall(refusal), endpoint: "par" });
    return refusal;
  };
  const route = commands.routes(answerSharedRefusal);
  return [
    route({
      method: "post",
      path,
      summary: "Push a request for authorization, and send the browser with its request_uri alone (RFC 9126)",
      operationId: "pushAuthorizationRequest",
      description:
        "Checks a request for authorization before a browser sees it. Send the user to the authorization endpoint with client_id and the request_uri of the answer, within expires_in seconds. It counts once.",
      access: "anyone",
      revokes: false,
      forms: true,
      oauth: true,
      anyOrigin: true,
      body: pushedParameters,
      answers: { 201: pushedAnswer },
      refuses: [
        oauthProblem(400, "invalid_request", "redirect_uri is not one of the application's"),
        oauthProblem(
          400,
          "request_not_supported",
          "Unsigned request objects are not allowed in this application's settings",
        ),
        oauthProblem(413, "invalid_request", "The parameters of a pushed request may have at most 4096 bytes together"),
        unknownClient(),
      ],
      async handle({ body, context, commandContext }) {
        const sent = requestParameters(given(body), { inFrame: false });
        return answerClient(
          { context, commandContext, parameters: proofIn(sent), path },
          async (application, asClient) => {
            const { machineTime } = asClient;
            const shown = await checkKey({ application: { requireDpop: false }, context, path, machineTime });
            if (isProblem(shown)) return refusing(application, shown);
            const pushed = await pushRequest(
              { ...services, issuer: services.publicUrl },
              { application, sent, jkt: shown.jkt },
              asClient,
            );
            if ("requestUri" in pushed) {
              const answer = { request_uri: pushed.requestUri, expires_in: pushedSeconds };
              return { status: 201, body: answer, headers: { Pragma: "no-cache", ...shown.headers } } as const;
            }
            const { error, description, differences } = pushed;
            reportCall(application.applicationId, { endpoint: "par", error, description, differences });
            return answerRefused(pushed);
          },
        );
      },
    }),
  ];
}

const given = (body: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(body).filter((entry): entry is [string, string] => entry[1] !== undefined));
