import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin } from "./admins.ts";
import { givenApiKey } from "./api-key-calls.ts";
import { call, givenSignedInUser } from "./client.ts";
import { type DeclaredRoute, declaredRoutes, filled, type JsonSchema, named } from "./declared-routes.ts";
import { facts } from "./stored-log.ts";

const stack = sharedProductScene();
let token: string;
let apiKey: string;
let routes: DeclaredRoute[];
beforeAll(async () => {
  token = (await givenAdmin(stack)).token;
  apiKey = (await givenApiKey(stack, await givenSignedInUser(stack.url))).keyValue;
  // Applications may send parameters of other specifications, which are ignored (RFC 6749 section 3.2).
  routes = (await declaredRoutes(stack.url)).filter(({ oauth }) => !oauth);
});

/** Programs sign in by API key at the calls that take no session. */
const credentialOf = ({ open, takesSession }: DeclaredRoute) => (open || takesSession ? token : apiKey);

const inner = (schema: JsonSchema): JsonSchema[] => [
  schema,
  ...[
    ...Object.values(schema.properties ?? {}),
    ...(schema.anyOf ?? []),
    ...(schema.items ? [schema.items] : []),
  ].flatMap(inner),
];

/** RFC 7517 section 4: members that are not known are ignored. */
const isJwk = ({ properties = {} }: JsonSchema) => "kty" in properties;

it("IN-12 declares every request object as closed, at every level", () => {
  const taking = routes.filter(({ body }) => body !== null);
  expect(taking.length).toBeGreaterThanOrEqual(5);
  for (const route of taking) {
    expect(route.body?.type, named(route)).toBe("object");
    for (const schema of inner(route.body ?? {}).filter(({ type, properties }) => type === "object" || properties)) {
      expect(schema.additionalProperties, named(route)).toEqual(isJwk(schema) ? {} : false);
    }
  }
});

/** RFC 6749 section 3.1: of an authorization request, parameters that are not known are ignored. */
const ignoringUnknown = new Set(["GET /api/oauth/authorize"]);

it("IN-12 validates the body of every write, even of one without fields, and every query", async () => {
  const before = (await facts(stack)).length;
  for (const route of routes) {
    const path = filled(route.path, randomUUID());
    if (route.method !== "GET") {
      const refused = await call(stack.url, `${route.method} ${path}`, {
        token: credentialOf(route),
        body: { neverHeardOf: 1 },
      });
      expect([refused.status, refused.body.fields?.neverHeardOf], named(route)).toEqual([
        400,
        "This is not known here",
      ]);
    }
    if (route.query.length > 0 && !ignoringUnknown.has(named(route))) {
      const refused = await call(stack.url, `${route.method} ${path}?neverHeardOf=1`, { token: credentialOf(route) });
      expect([refused.status, refused.body.fields?.neverHeardOf], named(route)).toEqual([
        400,
        "This is not known here",
      ]);
    }
  }
  expect((await facts(stack)).length).toBe(before);
});

it("IN-12 rejects every field of another type and every missing required field", async () => {
  for (const route of routes.filter(({ body }) => body !== null)) {
    const fields = Object.entries(route.body?.properties ?? {});
    const path = filled(route.path, randomUUID());
    expect(fields.length, named(route)).toBeGreaterThan(0);
    for (const [field, { type }] of fields) {
      const wrong = type === "boolean" ? "true" : true;
      const refused = await call(stack.url, `${route.method} ${path}`, {
        token: credentialOf(route),
        body: { [field]: wrong },
      });
      expect(refused.status).toBe(400);
      const missing = (route.body?.required ?? []).filter((name) => name !== field);
      expect(Object.keys(refused.body.fields).toSorted(), named(route)).toEqual([field, ...missing].toSorted());
    }
  }
});
