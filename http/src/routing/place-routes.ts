import type { IncomingMessage, ServerResponse } from "node:http";
import express, { type ErrorRequestHandler } from "express";
import { allowAnyOrigin, preflightHeaders } from "../security/cors.ts";
import type { FailureHandler } from "./failure-handler.ts";
import { answerInOAuthForm } from "./oauth-error.ts";
import { methodNotAllowed } from "./problem.ts";
import { answerAsPage } from "./problem-page.ts";
import { pathOf, type RequestHandler } from "./request-handler.ts";
import type { BoundRoute } from "./route-table.ts";
import { sendAnswer, sendProblem } from "./send-answer.ts";

/** Answers a request, whose path has these parameters, decoded. */
type PathHandler = (request: IncomingMessage, response: ServerResponse, params: unknown) => Promise<void>;

/**
 * Answers 405 to methods that a path does not have. OPTIONS lists those it has, and grants other origins nothing unless the path's routes
 * say so (`anyOrigin`).
 */
const otherMethods = (methods: readonly string[], routes: readonly BoundRoute[]): PathHandler => {
  const allow = [...methods, "OPTIONS"].join(", ");
  const preflight = routes.some(({ route }) => route.anyOrigin) ? preflightHeaders(methods.join(", ")) : {};
  const headers = { Allow: allow, ...preflight };
  return async (request, response) => {
    if (request.method !== "OPTIONS") return sendProblem(request, response, methodNotAllowed(allow));
    await sendAnswer(request, response, { status: 204, headers });
  };
};

type Serve = (route: BoundRoute) => PathHandler;

/** Dispatches the requests of one path by method. HEAD runs the GET handler if that changes nothing; Node omits the body. */
const placeHandler = (routes: readonly BoundRoute[], serve: Serve): PathHandler => {
  const byMethod = new Map(routes.map((bound) => [bound.route.method.toUpperCase(), serve(bound)]));
  const read = routes.find(({ route }) => route.method === "get" && !route.write);
  if (read) byMethod.set("HEAD", serve(read));
  const others = otherMethods([...byMethod.keys()], routes);
  const oauth = routes.some(({ route }) => route.oauth);
  const anyOrigin = routes.some(({ route }) => route.anyOrigin);
  const page = routes.find(({ route }) => route.page)?.route.page;
  return (request, response, params) => {
    if (oauth) answerInOAuthForm(response);
    if (page) answerAsPage(response, page);
    if (anyOrigin) allowAnyOrigin(response);
    return (byMethod.get(request.method ?? "") ?? others)(request, response, params);
  };
};

interface Placing {
  readonly serve: Serve;
  /** Answers the requests of all other paths. */
  readonly elsewhere: RequestHandler;
  /** Answers a request for which the handler of a path with parameters, or `elsewhere`, threw. */
  readonly fail: FailureHandler;
}

/**
 * Returns the handler of all requests. A path without parameters is looked up in a map instead of matched in turn, so that the number of
 * such routes costs nothing and `/users/me` wins over `/users/{id}`. Express matches the others: it does not see the rest, because what it
 * does with a request before it matches anything takes longer than our own checks (docs/decisions/measured-reasons.md).
 */
export const placeRoutes = (
  table: ReadonlyMap<string, readonly BoundRoute[]>,
  { serve, elsewhere, fail }: Placing,
): RequestHandler => {
  const fixed = new Map<string, PathHandler>();
  const withParameters = express().disable("x-powered-by").disable("etag").set("query parser", false);
  withParameters.enable("case sensitive routing").enable("strict routing");
  for (const [path, routes] of table) {
    const handler = placeHandler(routes, serve);
    if (path.includes("{")) {
      withParameters.all(path.replace(/\{(\w+)\}/g, ":$1"), (request, response) =>
        handler(request, response, request.params),
      );
    } else {
      fixed.set(path, handler);
    }
  }
  withParameters.use((request, response) => elsewhere(request, response));
  // biome-ignore lint/complexity/useMaxParams: Express recognises an error handler by its four parameters.
  const onError: ErrorRequestHandler = (error, request, response, _next) => fail(error, request, response);
  withParameters.use(onError);
  return (request, response) => {
    const handler = fixed.get(pathOf(request));
    return handler ? handler(request, response, {}) : withParameters(request, response);
  };
};
