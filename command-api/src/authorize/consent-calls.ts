import { applicationIdOf, clientIdOf } from "@attestory/events/client-id.ts";
import { applicationStream, authorizationRequestsStream, consentStream } from "@attestory/events/envelope.ts";
import { problem } from "@attestory/http/routing/problem.ts";
import { application } from "../applications/application.ts";
import { describedBy } from "../client-documents/described-by.ts";
import { type Consent, consent } from "../consents/consent.ts";
import { shownApi } from "../consents/shown-api.ts";
import type { CommandRoute } from "../handling/command-route.ts";
import { among } from "../handling/commands.ts";
import { isRefused } from "../handling/decider.ts";
import { redirectUrl } from "./answer-client.ts";
import type { AnswerReason } from "./answer-request.ts";
import { grantRequest, isForAnother, missingMethodsOf } from "./answer-request.ts";
import type { AuthorizeDependencies } from "./authorize-dependencies.ts";
import { answerRefusal, malformed } from "./authorize-refusals.ts";
import { newestPending, pendingRequests } from "./pending-requests.ts";
import { type Prepared, prepareConsent } from "./prepare-consent.ts";
import { requestParameters } from "./request-parameters.ts";
import { scopesIn } from "./request-rules.ts";
import { toAllow } from "./requested-claims.ts";
import {
  authorizationConsent,
  authorizationGranted,
  authorizationInfo,
  authorizationQuery,
  sessionRequest,
} from "./schema.ts";
import { forgetSeen } from "./seen-signed-out.ts";
import { claimsOf } from "./stored-request.ts";
import { unmet } from "./what-to-ask.ts";

const sentOf = (parameters: Readonly<Record<string, string | undefined>>): Record<string, string> =>
  Object.fromEntries(Object.entries(parameters).filter((entry): entry is [string, string] => entry[1] !== undefined));

/** What a waiting request asks, as its user reads it. */
const shownRequest = ({ stored, application, api, given }: Omit<Prepared, "position"> & { given: Consent }) => ({
  authorizationId: stored.authorizationId,
  application: {
    name: application.name,
    description: application.description,
    logoUrl: application.logoUrl,
    registeredAt: application.registeredAt.toISOString(),
  },
  ...describedBy(application, stored.redirectUri),
  scope: stored.scopes.join(" "),
  grantedScopes: [...given.scopes],
  grantedAt: given.grantedAt?.toISOString() ?? null,
  redirectUri: stored.redirectUri,
  state: stored.state,
  consentScopes: toAllow({ scopes: stored.scopes, claims: claimsOf(stored), api }).scopes,
  api: api && shownApi(api, given),
});

const noRequest = problem(404, "no_pending_request", "No application is waiting for your answer");

/** The calls of the consent screen. */
export function consentCalls(dependencies: AuthorizeDependencies): CommandRoute[] {
  const { commandHandler, issuer } = dependencies;
  const pageOf = (name: "deny" | "answer", authorizationId: string) =>
    `${issuer}/oauth/${name}?request=${authorizationId}`;

  const namedAs = async (applicationId: string) => {
    const { state } = await commandHandler.load(application, applicationStream(applicationId));
    return state.status === "registered" ? clientIdOf(applicationId, state) : applicationId;
  };

  const route = dependencies.commands.routes(answerRefusal);
  return [
    route({
      method: "get",
      path: "/api/oauth/authorize",
      summary: "What an application asks of you; the request waits for your answer",
      operationId: "getAuthorizationRequest",
      description:
        "Checks a request for authorization and keeps it until the user answers: authorizationId, application, scope, grantedScopes, grantedAt, redirectUri, state, consentScopes, api, loginRequired, missingMethods, anotherAccount, and denyUrl, a page that leads back to the application.",
      access: "user",
      // It stores the request.
      write: true,
      revokes: false,
      query: authorizationQuery,
      answers: { 200: authorizationInfo },
      refuses: ["not-pending", malformed],
      async handle({ query, principal, commandContext }) {
        const visit = { parameters: requestParameters(query, { inFrame: false }), principal };
        const prepared = await prepareConsent(dependencies, visit, commandContext);
        if (isRefused(prepared)) return prepared;
        if ("kind" in prepared) return malformed;
        if ("error" in prepared) return problem(400, prepared.error, prepared.description);
        const { stored, position } = prepared;
        const { now } = commandContext;
        const missing = await missingMethodsOf(dependencies, { stored, principal }, now);
        if (missing === "unmet") return problem(400, unmet.error, unmet.description);
        const { state: given } = await commandHandler.load(consent, consentStream(stored));
        const body = {
          ...shownRequest({ ...prepared, given }),
          loginRequired: missing !== null && !missing.isOptional,
          missingMethods: missing,
          anotherAccount: isForAnother(stored, principal),
          denyUrl: pageOf("deny", stored.authorizationId),
        };
        return { status: 200, body, position };
      },
    }),
    route({
      method: "get",
      path: "/api/oauth/session-request",
      summary: "The newest request that waits for your answer in this session",
      operationId: "getWaitingAuthorization",
      description: "The newest request that waits for the answer of this session's user.",
      access: "user",
      revokes: false,
      answers: { 200: sessionRequest },
      refuses: [noRequest],
      async handle({ principal, commandContext }) {
        const { state } = await commandHandler.load(pendingRequests, authorizationRequestsStream(principal.sessionId));
        const newest = newestPending(state, commandContext.now);
        if (!newest) return noRequest;
        const body = {
          client_id: await namedAs(newest.applicationId),
          redirect_uri: newest.redirectUri,
          scope: newest.scopes.join(" "),
          response_type: "code",
          state: newest.state,
        } as const;
        return { status: 200, body, position: await commandHandler.head() };
      },
    }),
    route({
      method: "post",
      path: "/api/oauth/authorize",
      summary: "Allow what a waiting request asks; answers where to go with its code",
      operationId: "allowAuthorization",
      description:
        "Allows what a waiting request asks. It has to be named exactly as it waits. While loginRequired is true, confirm first that it is you.",
      access: "user",
      revokes: false,
      body: authorizationConsent,
      answers: { 200: authorizationGranted },
      refuses: among<AnswerReason>(
        "not-pending",
        "application-gone",
        "api-gone",
        "api-changed",
        "login-needed",
        "another-account",
      ),
      async handle({ body, principal, commandContext }) {
        const {
          client_id: clientId,
          redirect_uri: redirectUri,
          scope,
          state,
          authorizationId,
          apiDigest,
          ...others
        } = body;
        const named = {
          authorizationId,
          clientId: applicationIdOf(clientId),
          redirectUri,
          scopes: scopesIn(scope),
          state: state || null,
          otherParameters: sentOf(others),
        };
        const outcome = await grantRequest(dependencies, { principal, named, apiDigest }, commandContext);
        if (isRefused(outcome)) return outcome;
        const { answer, stored, position } = outcome;
        const isForm = stored.responseMode === "form_post";
        const url = isForm ? pageOf("answer", stored.authorizationId) : redirectUrl(answer, issuer);
        return { status: 200, body: { redirectUrl: url }, position, cookies: [forgetSeen()] };
      },
    }),
  ];
}
