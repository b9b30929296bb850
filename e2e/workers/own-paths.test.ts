import { isOwnRoute, ownRequests } from "@attestory/standalone/workers/own-paths.ts";
import { expect, it } from "vitest";
import { allRoutes } from "../distributed/all-routes.ts";
import { filled } from "../http/declared-routes.ts";

const id = "00000000-0000-4000-8000-000000000000";

it("gives a worker the reads of the query side, and nothing else", async () => {
  const routes = await allRoutes();
  const isOwn = ownRequests(routes.filter(({ side }) => side === "query"));
  for (const route of routes) {
    const request = { method: route.method.toUpperCase(), url: `${filled(route.path, id)}?limit=1` };
    expect([request, isOwn(request)]).toEqual([request, route.side === "query" && isOwnRoute(route)]);
  }
  expect(routes.filter((route) => route.side === "query" && !isOwnRoute(route)).map(({ path }) => path)).toContain(
    "/api/admin/export",
  );
  for (const url of ["/", "/health/ready", "/api/auth/me/", "/API/auth/me", "http://localhost/api/auth/me"]) {
    expect([url, isOwn({ method: "GET", url })]).toEqual([url, false]);
  }
  expect(isOwn({ method: "HEAD", url: "/api/auth/me" })).toBe(true);
});
