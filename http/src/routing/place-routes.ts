import type { Express, RequestHandler } from "express";
import { methodNotAllowed } from "./not-found.ts";
import type { BoundRoute } from "./route-table.ts";
import { sendAnswer, sendProblem } from "./send-answer.ts";

/** Answers 405 to methods that a path does not have. OPTIONS lists those it has, and grants other origins nothing (no CORS). */
const otherMethods = (methods: readonly string[]): RequestHandler => {
  const allow = [...methods, "OPTIONS"].join(", ");
  return async (request, response) => {
    if (request.method !== "OPTIONS") return sendProblem(request, response, methodNotAllowed(allow));
    await sendAnswer(request, response, { status: 204, headers: { Allow: allow } });
  };
};

type Serve = (route: BoundRoute) => RequestHandler;

/** Dispatches the requests of one path by method. HEAD runs the GET handler if that changes nothing; Node omits the body. */
const placeHandler = (routes: readonly BoundRoute[], serve: Serve): RequestHandler => {
  const byMethod = new Map(routes.map((bound) => [bound.route.method.toUpperCase(), serve(bound)]));
  const read = routes.find(({ route }) => route.method === "get" && !route.write);
  if (read) byMethod.set("HEAD", serve(read));
  const others = otherMethods([...byMethod.keys()]);
  return (request, response, next) => (byMethod.get(request.method) ?? others)(request, response, next);
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
