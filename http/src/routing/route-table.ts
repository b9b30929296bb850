import type { Authenticate } from "./answer-route.ts";
import type { Principal } from "./principal.ts";
import type { Route } from "./route.ts";

/** Routes that share one way to authenticate. */
export interface RouteGroup<Who extends Principal = Principal> {
  readonly routes: readonly Route<Who>[];
  authenticate(...input: Parameters<Authenticate<Who>>): ReturnType<Authenticate<Who>>;
}

/** A declared route with the authentication of its group. */
export interface BoundRoute {
  readonly route: Route;
  readonly authenticate: Authenticate<Principal>;
}

/** The routes by path. Throws if two routes have the same path and method. */
export const routeTable = (groups: readonly RouteGroup[]): ReadonlyMap<string, readonly BoundRoute[]> => {
  const byPath = new Map<string, BoundRoute[]>();
  for (const group of groups) {
    for (const route of group.routes) {
      const others = byPath.get(route.path) ?? [];
      if (others.some((other) => other.route.method === route.method)) {
        throw new Error(`Two routes claim ${route.method} ${route.path}`);
      }
      others.push({ route, authenticate: (...input) => group.authenticate(...input) });
      byPath.set(route.path, others);
    }
  }
  return byPath;
};
