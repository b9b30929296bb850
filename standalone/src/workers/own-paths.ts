import type { IncomingMessage } from "node:http";
import { pathOf } from "@attestory/http/routing/request-handler.ts";
import type { Route } from "@attestory/http/routing/route.ts";

type Declared = Pick<Route, "method" | "path" | "write">;

/** Written by a thread of the owner, which ends it when it stops. */
const ofOwner: readonly string[] = ["/api/admin/export"];

/** The reads that a worker answers from the documents. Everything else is the owner's. */
export const isOwnRoute = ({ method, path, write }: Declared): boolean =>
  method === "get" && !write && !ofOwner.includes(path);

const patternOf = (path: string) =>
  new RegExp(`^${path.replaceAll(/[.*+?^$()[\]\\|]/g, String.raw`\$&`).replaceAll(/\{\w+\}/g, "[^/]+")}$`);

/** Returns whether a worker with these routes answers a request itself. Another form of the same address is the owner's. */
export function ownRequests(
  routes: readonly Declared[],
): (request: Pick<IncomingMessage, "method" | "url">) => boolean {
  const paths = routes.filter(isOwnRoute).map(({ path }) => path);
  const fixed = new Set<string>(paths.filter((path) => !path.includes("{")));
  const patterns = paths.filter((path) => path.includes("{")).map(patternOf);
  return (request) => {
    if (request.method !== "GET" && request.method !== "HEAD") return false;
    const path = pathOf(request);
    return fixed.has(path) || patterns.some((pattern) => pattern.test(path));
  };
}
