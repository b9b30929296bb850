import { randomUUID } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin, type Member } from "./admins.ts";
import { givenApiKey } from "./api-key-calls.ts";
import { type Answered, call, newPerson } from "./client.ts";
import { type DeclaredRoute, declaredRoutes, filled, type JsonSchema, named } from "./declared-routes.ts";
import { goodBodyOf } from "./good-writes.ts";
import { facts } from "./stored-log.ts";

const stack = sharedProductScene();
let person: Member;
let token: string;
beforeAll(async () => {
  person = await givenAdmin(stack);
  ({ token } = person);
});

/** Fields that an empty text clears. No schema shows which they are. */
const clearable = new Set([
  "PUT /api/user/profile firstName",
  "PUT /api/user/profile lastName",
  "PUT /api/admin/users/{id} firstName",
  "PUT /api/admin/users/{id} lastName",
  // A request for no scope.
  "POST /api/oauth/authorize scope",
]);

const wrongTypes: [string, unknown][] = [
  ["an array", ["text"]],
  ["an empty array", []],
  ["an object", { text: "text" }],
  ["an empty object", {}],
  ["an operator of a query language", { $ne: null }],
  ["a number", 7],
  ["zero", 0],
  ["a huge number", 1e308],
  ["true", true],
  ["false", false],
];
const absent: [string, unknown][] = [
  ["missing", undefined],
  ["null", null],
  ["empty", ""],
];

const typesOf = ({ type, anyOf = [] }: JsonSchema): (string | undefined)[] => [type, ...anyOf.flatMap(typesOf)];
const typeOf = (value: unknown) => (Array.isArray(value) ? "array" : typeof value);

/** Every value that the field refuses. */
function wrongValues(field: string, schema: JsonSchema, isRequired: boolean): [string, unknown][] {
  const types = typesOf(schema).map((type) => (type === "integer" ? "number" : type));
  const others: [string, unknown][] = [...wrongTypes, ["a text", "true"]];
  const none = absent.filter(([, value]) => value !== "" || !clearable.has(field));
  return [...others.filter(([, value]) => !types.includes(typeOf(value))), ...(isRequired ? none : [])];
}

/** Every field that the call takes, with every value that it refuses. */
const wrongFields = (route: DeclaredRoute): { field: string; kind: string; value: unknown }[] =>
  Object.entries(route.body?.properties ?? {}).flatMap(([field, schema]) => {
    const isRequired = route.body?.required?.includes(field) ?? false;
    const values = wrongValues(`${named(route)} ${field}`, schema, isRequired);
    return values.map(([kind, value]) => ({ field, kind, value }));
  });

function expectNamed({ status, headers, body }: Answered, field: string, label: string): void {
  const sentence = expect.stringMatching(
    new RegExp(`^[A-Z][^\\n]{9,120}$|^${field} (must be|is not) [^\\n]{4,30}$|^${field} is required$`),
  );
  const refusal = { code: "invalid_fields", message: sentence, fields: { [field]: sentence } };
  expect({ status, body }, label).toEqual({ status: 400, body: refusal });
  expect(headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
}

describe("an invalid field", () => {
  it("AU-12 is named by every call, for every field that it takes", async () => {
    const { keyValue } = await givenApiKey(stack, person, { roles: { isAdmin: true, isDeveloper: true } });
    const before = (await facts(stack)).length;
    let refusals = 0;
    // The protocol endpoints of applications answer in the form of OAuth.
    for (const route of (await declaredRoutes(stack.url)).filter(({ oauth }) => !oauth)) {
      const path = filled(route.path, randomUUID());
      const credential = route.open || route.takesSession ? token : keyValue;
      for (const { field, kind, value } of wrongFields(route)) {
        const body = { ...goodBodyOf(route, person), [field]: value };
        const answered = await call(stack.url, `${route.method} ${path}`, { token: credential, body });
        expectNamed(answered, field, `${named(route)}: ${field} is ${kind}`);
        refusals++;
      }
    }
    expect(refusals).toBeGreaterThan(160);
    expect((await facts(stack)).length).toBe(before);
  });

  it("AU-12 is named together with every other invalid field", async () => {
    const { status, body } = await call(stack.url, "POST /api/auth/register", {
      body: { email: "nobody", username: "a b", password: "short", firstName: 7, lastName: [] },
    });
    expect(status).toBe(400);
    expect(body.fields).toEqual({
      email: "Invalid email address",
      username: "Use 3 to 32 letters, digits, dots, dashes or underscores",
      password: "Password must be at least 8 characters long.",
      firstName: expect.any(String),
      lastName: expect.any(String),
    });
  });

  it.each([
    ["missing", undefined],
    ["null", null],
    ["empty", ""],
  ])("AU-12 accepts first and last names that are %s", async (_, value) => {
    const body = { ...newPerson(), firstName: value, lastName: value };
    const answered = await call(stack.url, "POST /api/auth/register", { body });
    expect(answered.status).toBe(201);
    expect(answered.body.user).toMatchObject({ firstName: null, lastName: null });
  });

  it("AU-12 checks the code and the choice of a remembered session", async () => {
    const body = { email: "ada@example.com", password: "correct horse battery" };
    for (const value of [null, 7, [], {}, "x".repeat(65)]) {
      const answered = await call(stack.url, "POST /api/auth/login", { body: { ...body, totpCode: value } });
      expect([answered.status, Object.keys(answered.body.fields ?? {})]).toEqual([400, ["totpCode"]]);
    }
    for (const value of [null, 1, "true", [], {}]) {
      const answered = await call(stack.url, "POST /api/auth/login", { body: { ...body, rememberMe: value } });
      expect([answered.status, Object.keys(answered.body.fields ?? {})]).toEqual([400, ["rememberMe"]]);
    }
  });

  it.each([
    ["controls", "Ada\u0007"],
    ["NUL", "A\u0000da"],
    ["a line break", "Ada\nLovelace"],
    ["a direction override", "Ada\u202egnp.exe"],
    ["a zero-width space", "\u200bAda"],
    ["a line separator", "Ada\u2028"],
    ["101 characters", "a".repeat(101)],
  ])("AU-12 rejects a first name with %s", async (_, firstName) => {
    const register = await call(stack.url, "POST /api/auth/register", { body: { ...newPerson(), firstName } });
    expect([register.status, Object.keys(register.body.fields ?? {})]).toEqual([400, ["firstName"]]);
    const profile = await call(stack.url, "PUT /api/user/profile", { token, body: { firstName, lastName: "" } });
    expect([profile.status, Object.keys(profile.body.fields ?? {})]).toEqual([400, ["firstName"]]);
  });
});
