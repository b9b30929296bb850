/** @module-tag random */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin } from "./admins.ts";
import { givenApiKey } from "./api-key-calls.ts";
import { call, givenSignedInUser, type Person } from "./client.ts";
import { type DeclaredRoute, declaredRoutes, filled, type JsonSchema, named } from "./declared-routes.ts";
import { fewOf } from "./few-of.ts";
import { alternatives, type GoodWrite, goodWrites, isWriteOfPerson, leftOut } from "./good-writes.ts";
import { facts } from "./stored-log.ts";
import { send } from "./wire.ts";

const stack = sharedProductScene();
let person: Person & { token: string; id: string };
let apiKey: string;
const tokenFor = ({ open, takesSession }: Pick<DeclaredRoute, "open" | "takesSession">) =>
  open || takesSession ? person.token : apiKey;

const absent = randomUUID();
beforeAll(async () => {
  person = await givenAdmin(stack);
  apiKey = (await givenApiKey(stack, await givenSignedInUser(stack.url))).keyValue;
});

const operators: unknown[] = [
  ...[{ $ne: null }, { $gt: "" }, { $regex: ".*" }, { $where: "1 == 1" }, { $exists: true }, { $in: ["a"] }],
  ...[{ $not: { $eq: 1 } }, { $or: [{}, { a: 1 }] }, { $function: { body: "return true", args: [], lang: "js" } }],
  ...[[], [""], ["a"], [{ $ne: null }], {}, { length: 20 }, { toString: "a" }, { value: "a" }, 1, 0, -1, 1.5],
];
/**
 * Some of these are no attack on every field: a number where a number belongs, no domains where domains may be named, and a blank row of
 * addresses, which counts as none.
 */
const isGood = ({ type, items, minItems = 0 }: JsonSchema, value: unknown): boolean =>
  type === "array"
    ? Array.isArray(value) && minItems === 0 && value.every((each) => items?.format === "uri" && each === "")
    : (type === "integer" || type === "number") && typeof value === "number";
const keysOf = (name: string) => [`${name}[$gt]`, `${name}.$gt`, `${name}[]`, `${name}.0`, `$${name}`];

/** Sends a body in place of a valid one, and checks that the refusal names the field, or a part of it. */
const expectRefusedFor = async (route: string, body: object, field: string) => {
  const [method = "", path = ""] = route.split(" ");
  const answer = await call(stack.url, `${method} ${filled(path, absent)}`, { token: person.token, body });
  const label = `${route} ${JSON.stringify(body)}: ${JSON.stringify(answer.body)}`;
  expect([answer.status, answer.body.code], label).toEqual([400, "invalid_fields"]);
  const isAbout = (name: string) => name === field || name.startsWith(`${field}.`);
  expect(Object.keys(answer.body.fields).filter(isAbout), label).not.toEqual([]);
};
const expectRefusedBesideFields = async ({ route, fields, body }: GoodWrite) => {
  const names = [...fields.flatMap(keysOf), "$where", "$or", "$expr", "$comment", "a.b", "."];
  for (const name of fewOf(names, 4)) await expectRefusedFor(route, { ...body, [name]: "" }, name);
};
const expectRefusedInsteadOfFields = async ({ route, fields, body }: GoodWrite) => {
  for (const field of fields) {
    const { [field]: _, ...rest } = body;
    for (const name of fewOf(keysOf(field), 4)) await expectRefusedFor(route, { ...rest, [name]: "" }, name);
  }
};
const expectNoEvents = async (work: () => Promise<void>) => {
  const before = (await facts(stack)).length;
  await work();
  expect((await facts(stack)).length).toBe(before);
};

it("IN-01 is tested on every field of every call that takes a body", async () => {
  const bodies = new Map((await goodWrites(stack.url, person)).map(({ route, body }) => [route, body]));
  const declared = (await declaredRoutes(stack.url)).filter(isWriteOfPerson);
  expect([...bodies.keys()].toSorted()).toEqual(declared.map(named).toSorted());
  for (const route of declared) {
    const [only, without = []] = [alternatives[named(route)], leftOut[named(route)]];
    const all = Object.keys(route.body?.properties ?? {}).filter((field) => !without.includes(field));
    const fields = only === undefined ? all : [only];
    expect(Object.keys(bodies.get(named(route)) ?? {}).toSorted(), named(route)).toEqual(fields.toSorted());
  }
});

it("IN-01 rejects operators, lists and objects in place of every field", () =>
  expectNoEvents(async () => {
    const declared = new Map((await declaredRoutes(stack.url)).map((route) => [named(route), route.body?.properties]));
    for (const { route, fields, body } of await goodWrites(stack.url, person)) {
      for (const field of fields) {
        const schema = declared.get(route)?.[field] ?? {};
        const wrong = operators.filter((operator) => !isGood(schema, operator));
        for (const operator of fewOf(wrong, 4, fields.indexOf(field)))
          await expectRefusedFor(route, { ...body, [field]: operator }, field);
      }
    }
  }));

it("IN-01 rejects operators as field names, beside and instead of every field", () =>
  expectNoEvents(async () => {
    for (const write of await goodWrites(stack.url, person)) {
      await expectRefusedBesideFields(write);
      await expectRefusedInsteadOfFields(write);
    }
  }));

it("IN-01 rejects operators in every query", () =>
  expectNoEvents(async () => {
    const reading = (await declaredRoutes(stack.url)).filter(({ query }) => query.length > 0);
    expect(reading.map(named)).toContain("GET /api/auth/verify-email");
    for (const { method, path, query, ...route } of reading) {
      const [token, asked] = [tokenFor(route), filled(path, absent)];
      const keys = [...query.flatMap(keysOf), "$where", "$or"].flatMap((name) => [name, encodeURIComponent(name)]);
      for (const key of fewOf(keys, 3)) {
        for (const search of [`${key}=x`, `${key}=`, `${query[0]}=x&${key}=x`]) {
          const answer = await call(stack.url, `${method} ${asked}?${search}`, { token });
          expect([answer.status, answer.body.code], `${path}?${search}`).toEqual([400, "invalid_fields"]);
        }
      }
      const twice = await call(stack.url, `${method} ${asked}?${query[0]}=x&${query[0]}=x`, { token });
      expect([twice.status, twice.body.code]).toEqual([400, "invalid_fields"]);
    }
  }));

it("IN-01 rejects forms, in which bracketed names could be operators", () =>
  expectNoEvents(async () => {
    const forms = [
      "email[$gt]=&password[$gt]=",
      "email[$ne]=1&password[$regex]=.*",
      `email=${person.email}&password[$ne]=1`,
    ];
    for (const { method, path } of await goodWrites(stack.url, person)) {
      for (const body of forms) {
        const headers = {
          authorization: `Bearer ${person.token}`,
          "content-type": "application/x-www-form-urlencoded",
          "content-length": String(body.length),
        };
        expect((await send(stack.url, `${method} ${filled(path, absent)}`, { headers, body })).status).toBe(415);
      }
    }
  }));

it("IN-01 stores operators within a text as plain text", () =>
  expectNoEvents(async () => {
    const texts = [
      ...['{"$ne":null}', '{"$gt":""}', "' || '1'=='1", "'; return true; var a='", "\\u0000", "[$ne]", "$where"],
      ...["' OR '1'='1' --", "admin'--", '" OR ""="', "1; DROP TABLE events", "%", "_", "*", "%27%20OR%201=1"],
    ];
    for (const text of texts) {
      const password = { email: person.email, password: text };
      expect((await call(stack.url, "POST /api/auth/login", { body: password })).status, text).toBe(401);
      const email = { email: text, password: person.password };
      expect((await call(stack.url, "POST /api/auth/login", { body: email })).status, text).toBe(400);
      const token = encodeURIComponent(text);
      const link = await call(stack.url, `GET /api/auth/verify-email?token=${token}`);
      expect([link.status, link.body.code], text).toEqual([400, "invalid_token"]);
    }
  }));
