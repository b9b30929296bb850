import { expect, it } from "vitest";
import { done, serve } from "../testing/serve.ts";
import type { Access, Principal, PrincipalKind } from "./principal.ts";
import { routeFor } from "./route.ts";

const taking = (path: `/${string}`, access: Access, principals?: readonly PrincipalKind[]) =>
  routeFor<Principal>()({
    method: "get",
    path,
    summary: path,
    access,
    ...(principals && { principals }),
    answers: { 200: done },
    handle: async () => ({ status: 200, body: { message: path } }),
  });

const routes = [
  taking("/api/sessions-only", "pending"),
  taking("/api/all", "user", ["session", "grant", "client", "apiKey"]),
  taking("/api/keys-of-admins", "admin", ["apiKey"]),
];

it.each([
  ["user", [200, 200, 401]],
  ["grant", [401, 200, 401]],
  ["client", [401, 200, 401]],
  ["apiKey", [401, 200, 200]],
])("B12 lets a principal make only the calls that take its kind: %s", async (token, expected) => {
  const { url } = await serve(routes);
  const headers = { Authorization: `Bearer ${token}` };

  const answers = await Promise.all(routes.map(({ path }) => fetch(url + path, { headers })));

  expect(answers.map(({ status }) => status)).toEqual(expected);
});
