import { expect, expectTypeOf, it } from "vitest";
import { z } from "zod";
import type { Principal } from "./principal.ts";
import { problem } from "./problem.ts";
import { routeFor } from "./route.ts";

interface Person extends Principal {
  readonly kind: "session";
  readonly userId: string;
}
const route = routeFor<Person>();

it("types the handler's input by its schemas, with a principal", () => {
  const declared = route({
    method: "put",
    path: "/api/things/{id}",
    summary: "Changes a thing",
    access: "user",
    params: z.strictObject({ id: z.uuid() }),
    query: z.strictObject({ limit: z.coerce.number().optional() }),
    body: z.strictObject({ name: z.string() }),
    answers: { 200: z.strictObject({ name: z.string() }) },
    async handle({ params, query, body, principal }) {
      expectTypeOf(params).toEqualTypeOf<{ id: string }>();
      expectTypeOf(query.limit).toEqualTypeOf<number | undefined>();
      expectTypeOf(principal).toEqualTypeOf<Person>();
      if (principal.userId === "") return problem(404, "not_found", "We could not find this");
      return { status: 200, body: { name: body.name } };
    },
  });
  expect(declared).toMatchObject({ write: true, bodyLimit: 102_400, access: "user" });
});

it("B12 types the handler's principal by the kinds that the route takes", () => {
  interface Key extends Principal {
    readonly kind: "apiKey";
    readonly keyId: string;
  }
  const declared = routeFor<Person | Key>()({
    method: "get",
    path: "/api/things",
    summary: "Lists things",
    access: "user",
    principals: ["apiKey"],
    answers: { 200: z.strictObject({ keyId: z.string() }) },
    async handle({ principal }) {
      expectTypeOf(principal).toEqualTypeOf<Key>();
      return { status: 200, body: { keyId: principal.keyId } };
    },
  });
  expect(declared.principals).toEqual(["apiKey"]);
});

it("has no principal on a public route, and does not compile with an undeclared answer", () => {
  const declared = route({
    method: "get",
    path: "/api/open",
    summary: "Answers anyone",
    access: "anyone",
    answers: { 200: z.strictObject({ ok: z.boolean() }), 204: z.undefined() },
    // @ts-expect-error an undeclared status does not compile
    async handle({ principal, body }) {
      expectTypeOf(principal).toEqualTypeOf<null>();
      expectTypeOf(body).toEqualTypeOf<undefined>();
      return { status: 201, body: { ok: true } };
    },
  });
  expect(declared.write).toBe(false);
});
