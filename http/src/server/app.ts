import type { IncomingMessage, RequestListener, ServerResponse } from "node:http";
import type { Log } from "../observability/log.ts";
import type { HttpMetrics } from "../observability/metrics.ts";
import { recordRequests, recordRoute, requestIdOf } from "../observability/request-record.ts";
import { openapiRoute } from "../openapi/openapi-document.ts";
import { type AddressReader, createAddressReader, type TrustProxy } from "../parsing/client-address.ts";
import { refuseMalformed } from "../parsing/refuse-malformed.ts";
import type { Answer } from "../routing/answer.ts";
import { answerRoute } from "../routing/answer-route.ts";
import { checkAnswer } from "../routing/check-answer.ts";
import { failureHandler } from "../routing/failure-handler.ts";
import { IncomingContext } from "../routing/incoming-context.ts";
import { placeRoutes } from "../routing/place-routes.ts";
import { isProblem, notFound, type ProblemAnswer } from "../routing/problem.ts";
import { pathOf, type RequestHandler } from "../routing/request-handler.ts";
import { isReservedPath } from "../routing/reserved-path.ts";
import { type BoundRoute, type RouteGroup, routeTable } from "../routing/route-table.ts";
import { sendAnswer, sendProblem } from "../routing/send-answer.ts";
import { storedFileSender } from "../routing/send-stored-file.ts";
import type { IgnoredForwarding } from "../security/ignored-forwarding.ts";
import { keepsOpener } from "../security/keeps-opener.ts";
import { createHostCheck, type HostSettings } from "../security/known-hosts.ts";
import { loopbackRedirect } from "../security/loopback-redirect.ts";
import { setSecurityHeaders } from "../security/security-headers.ts";
import { healthRoutes, type Readiness } from "./health.ts";

export type { RouteGroup } from "../routing/route-table.ts";

/** The origin of `publicUrl` is the only one whose pages may write. */
export interface AppOptions extends HostSettings {
  readonly groups: readonly RouteGroup[];
  readonly log: Log;
  readonly readiness: Readiness;
  readonly trustProxy?: TrustProxy;
  /** Answers every path outside the APIs, e.g. `webApp(folder)`. */
  readonly webApp?: RequestHandler;
  readonly metrics?: HttpMetrics;
  /** Whether each answer is validated with its schema before it is sent. Default: everywhere but in production. */
  readonly checkAnswers?: boolean;
  /** Sees every request. */
  readonly forwarding?: Pick<IgnoredForwarding, "see">;
}

interface Serving {
  readonly ownOrigin: string;
  readonly send: Send;
  readonly addressOf: AddressReader;
  readonly checkAnswers: boolean;
}

/** Returns what begins every answer. It returns whether the request goes on to its route: otherwise it has been answered. */
const beforeAll = (options: AppOptions, addressOf: AddressReader) => {
  const record = recordRequests({ log: options.log, metrics: options.metrics, addressOf });
  const refuseUnknownHost = createHostCheck(options);
  const redirectOf = loopbackRedirect(options.publicUrl);
  return (request: IncomingMessage, response: ServerResponse): boolean => {
    setSecurityHeaders(response);
    if (keepsOpener(request)) response.setHeader("Cross-Origin-Opener-Policy", "unsafe-none");
    options.forwarding?.see(request);
    record(request, response);
    const malformed = refuseMalformed(request);
    const location = malformed ? null : redirectOf(request);
    if (location !== null) {
      void sendAnswer(request, response, { status: 302, headers: { Location: location, "Cache-Control": "no-store" } });
      return false;
    }
    const refusal = malformed ?? refuseUnknownHost(request);
    if (refusal) sendProblem(request, response, refusal);
    return refusal === null;
  };
};

type Send = (given: Answer | ProblemAnswer) => RequestHandler;

const sendPage =
  (webApp: RequestHandler, { cookies }: Answer): RequestHandler =>
  (request, response) => {
    if (cookies?.length) response.setHeader("Set-Cookie", cookies);
    return webApp(request, response);
  };

const senderOf = (webApp: RequestHandler | undefined): Send => {
  const sendFile = storedFileSender();
  return (given) => {
    if (isProblem(given)) return (request, response) => sendProblem(request, response, given);
    const { file } = given;
    if (file) return (request, response) => sendFile(request, response, file);
    if (given.webApp && webApp) return sendPage(webApp, given);
    return (request, response) => sendAnswer(request, response, given);
  };
};

const serve = ({ route, authenticate }: BoundRoute, { ownOrigin, send, addressOf, checkAnswers }: Serving) => {
  const answer = answerRoute(route, authenticate, ownOrigin);
  return async (request: IncomingMessage, response: ServerResponse, params: unknown): Promise<void> => {
    recordRoute(response, route.path);
    const context = new IncomingContext(request, requestIdOf(response), addressOf);
    const given = await answer({ request, response, context, params });
    if (checkAnswers) checkAnswer(route, given);
    await send(given)(request, response);
  };
};

/** The complete HTTP app: every declared route with its checks, /health, /openapi.json and, after them, the web app. */
export const createApp = (options: AppOptions): RequestListener => {
  const { groups, publicUrl, log, readiness, webApp } = options;
  const addressOf = createAddressReader(options.trustProxy ?? "none");
  const begin = beforeAll(options, addressOf);

  const health = healthRoutes(readiness);
  const documented = [...groups.flatMap(({ routes }) => routes), ...health];
  const own = [...health, openapiRoute(documented)];
  const authenticate = async () => Promise.reject(new Error("These routes are for anyone"));
  const serving: Serving = {
    ownOrigin: new URL(publicUrl).origin,
    send: senderOf(webApp),
    addressOf,
    checkAnswers: options.checkAnswers ?? process.env.NODE_ENV !== "production",
  };
  const elsewhere: RequestHandler = (request, response) =>
    webApp && !isReservedPath(pathOf(request)) ? webApp(request, response) : sendProblem(request, response, notFound());
  const fail = failureHandler(log);
  const table = routeTable([...groups, { routes: own, authenticate }]);
  const answer = placeRoutes(table, { serve: (bound) => serve(bound, serving), elsewhere, fail });
  const answerUnlessRefused = async (request: IncomingMessage, response: ServerResponse): Promise<void> => {
    if (begin(request, response)) await answer(request, response);
  };
  return (request, response) => {
    answerUnlessRefused(request, response).catch((error) => fail(error, request, response));
  };
};
