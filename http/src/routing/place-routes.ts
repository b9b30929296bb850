import type { Express, RequestHandler } from "express";
import { allowAnyOrigin, preflightHeaders } from "../security/cors.ts";
import { answerInOAuthForm } from "./oauth-error.ts";
import { methodNotAllowed } from "./problem.ts";
import { answerAsPage } from "./problem-page.ts";
import type { BoundRoute } from "./route-table.ts";
import { sendAnswer, sendProblem } from "./send-answer.ts";

/**
 * Answers 405 to methods that a path does not have. OPTIONS lists those it has, and grants other origins nothing unless the path's routes
 * say so (`anyOrigin`).
 */
const otherMethods = (methods: readonly string[], routes: readonly BoundRoute[]): RequestHandler => {
  const allow = [...methods, "OPTIONS"].join(", ");
  const preflight = routes.some(({ route }) => route.anyOrigin) ? preflightHeaders(methods.join(", ")) : {};
  const headers = { Allow: allow, ...preflight };
  return async (request, response) => {
    if (request.method !== "OPTIONS") return sendProblem(request, response, methodNotAllowed(allow));
    await sendAnswer(request, response, { status: 204, headers });
  };
};

type Serve = (route: BoundRoute) => RequestHandler;

/** Dispatches the requests of one path by method. HEAD runs the GET handler if that changes nothing; Node omits the body. */
const placeHandler = (routes: readonly BoundRoute[], serve: Serve): RequestHandler => {
  const byMethod = new Map(routes.map((bound) => [bound.route.method.toUpperCase(), serve(bound)]));
  const read = routes.find(({ route }) => route.method === "get" && !route.write);
  if (read) byMethod.set("HEAD", serve(read));
  const others = otherMethods([...byMethod.keys()], routes);
  const oauth = routes.some(({ route }) => route.oauth);
  const anyOrigin = routes.some(({ route }) => route.anyOrigin);
  const page = routes.find(({ route }) => route.page)?.route.page;
  return (request, response, next) => {
    if (oauth) answerInOAuthForm(response);
    if (page) answerAsPage(response, page);
    if (anyOrigin) allowAnyOrigin(response);
    return (byMethod.get(request.method) ?? others)(request, response, next);
  };
};

/**
 * Registers the routes at their paths. A path without parameters is looked up in a map instead of matched in turn, so
 * that the number of such routes costs nothing and `/users/me` wins over `/users/{id}`.
 */
export const placeRoutes = (app: Express, table: ReadonlyMap<string, readonly BoundRoute[]>, serve: Serve): void => {
  const fixed = new Map<string, RequestHandler>();
  app.use((request, response, next) => {
    const handler = fixed.get(request.path);
    return handler ? handler(request, response, next) : next();
  });
  for (const [path, routes] of table) {
    const handler = placeHandler(routes, serve);
    if (path.includes("{")) app.all(path.replace(/\{(\w+)\}/g, ":$1"), handler);
    else fixed.set(path, handler);
  }
};
