import { inProcessRateLimiter } from "@attestory/runtime/rate-limits/in-process-rate-limiter.ts";
import { unlimited } from "@attestory/runtime/rate-limits/rate-limiter.ts";
import { expect, it } from "vitest";
import { z } from "zod";
import type { Principal } from "../routing/principal.ts";
import type { RequestContext } from "../routing/request-context.ts";
import { routeFor } from "../routing/route.ts";
import { limitApiKeys } from "./limit-api-keys.ts";

interface Key extends Principal {
  kind: "apiKey";
  keyId: string;
}

const declared = routeFor<Key>()({
  method: "get",
  path: "/api/things",
  summary: "Things",
  access: "user",
  principals: ["apiKey"],
  answers: { 200: z.object({}) },
  handle: async () => ({ status: 200, body: {} }),
});
const keyOf = ({ keyId }: Key) => keyId;
const ask = (routes: ReturnType<typeof limitApiKeys<Key>>, keyId: string) => {
  const roles = { isAdmin: false, isDeveloper: false };
  const principal: Key = { kind: "apiKey", keyId, pending: false, roles };
  const context = {} as RequestContext;
  const input = { params: undefined, query: undefined, body: undefined };
  return routes[0]?.handle({ ...input, principal, context, readmit: async () => null });
};

it("tells a program how many calls its key has left, and refuses those above 600 a minute", async () => {
  const routes = limitApiKeys(
    inProcessRateLimiter(() => new Date()),
    [declared],
    keyOf,
  );
  const policy = '"api-key";q=600;w=60';
  expect((await ask(routes, "one"))?.headers).toEqual({ RateLimit: '"api-key";r=599', "RateLimit-Policy": policy });
  for (let calls = 1; calls < 600; calls++) await ask(routes, "one");

  const refused = await ask(routes, "one");
  expect(refused).toMatchObject({ status: 429, problem: { code: "too_many_requests" } });
  const wait = refused?.headers?.["Retry-After"];
  expect(Number(wait)).toBeGreaterThan(0);
  expect(refused?.headers).toMatchObject({ RateLimit: `"api-key";r=0;t=${wait}`, "RateLimit-Policy": policy });
  expect((await ask(routes, "another"))?.status).toBe(200);
});

it("limits and tells nothing where limits are off", async () => {
  expect(await ask(limitApiKeys(unlimited, [declared], keyOf), "one")).toEqual({ status: 200, body: {} });
});
