import { beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { call, member, newPerson } from "./client.ts";
import { facts } from "./stored-log.ts";

let stack: SharedProduct;
let token: string;
beforeAll(async () => {
  stack = await sharedProduct();
  ({ token } = await member(stack.url));
});

const passwords = {
  currentPassword: "correct horse battery",
  newPassword: "another passphrase",
  confirmPassword: "another passphrase",
};
/** Valid bodies except for the one field that a case changes. `optional` lists the fields that may be absent, null or "". */
const calls = {
  "POST /api/auth/register": {
    body: () => ({ ...newPerson(), firstName: "Ada", lastName: "Lovelace" }),
    required: ["email", "username", "password"],
    optional: ["firstName", "lastName"],
  },
  "POST /api/auth/login": {
    body: () => ({ email: "ada@example.com", password: "correct horse battery" }),
    required: ["email", "password"],
    optional: [],
  },
  "POST /api/auth/resend-verification": {
    body: () => ({ email: "ada@example.com" }),
    required: ["email"],
    optional: [],
  },
  "PUT /api/user/profile": {
    body: () => ({ firstName: "Ada", lastName: "Lovelace" }),
    required: ["firstName", "lastName"],
    optional: [],
  },
  "PUT /api/user/password": { body: () => passwords, required: Object.keys(passwords), optional: [] },
} as const;

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

const fields = Object.entries(calls).flatMap(([name, { required, optional }]) => [
  ...required.map((field) => ({ name, field, wrong: [...wrongTypes, ...absent] })),
  ...optional.map((field) => ({ name, field, wrong: wrongTypes })),
]);

describe("a field that does not fit", () => {
  it.each(fields)("AU-12 is named by $name: $field", async ({ name, field, wrong }) => {
    const before = (await facts(stack)).length;
    const [method = "", path = ""] = name.split(" ");
    for (const [kind, value] of wrong) {
      // An empty name clears it.
      if (path === "/api/user/profile" && value === "") continue;
      const body = { ...calls[name as keyof typeof calls].body(), [field]: value };
      const answered = await call(stack.url, method, path, { token, body });
      const { status, headers } = answered;
      const sentence = expect.stringMatching(/^[A-Z][^\n]{9,120}$|^(?:first|last)Name must be text$/);
      expect({ kind, status, body: answered.body }).toEqual({
        kind,
        status: 400,
        body: { code: "invalid_fields", message: sentence, fields: { [field]: sentence } },
      });
      expect(headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
    }
    expect((await facts(stack)).length).toBe(before);
  });

  it("AU-12 names every field that does not fit at once", async () => {
    const { status, body } = await call(stack.url, "POST", "/api/auth/register", {
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
  ])("AU-12 lets first and last name be %s", async (_, value) => {
    const body = { ...newPerson(), firstName: value, lastName: value };
    const answered = await call(stack.url, "POST", "/api/auth/register", { body });
    expect(answered.status).toBe(201);
    expect(answered.body.user).toMatchObject({ firstName: null, lastName: null });
  });

  it("AU-12 says what a code and a remembered session may be", async () => {
    const body = { email: "ada@example.com", password: "correct horse battery" };
    for (const value of [null, 7, [], {}, "x".repeat(65)]) {
      const answered = await call(stack.url, "POST", "/api/auth/login", { body: { ...body, totpCode: value } });
      expect([answered.status, Object.keys(answered.body.fields ?? {})]).toEqual([400, ["totpCode"]]);
    }
    for (const value of [null, 1, "true", [], {}]) {
      const answered = await call(stack.url, "POST", "/api/auth/login", { body: { ...body, rememberMe: value } });
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
  ])("AU-12 refuses a first name with %s", async (_, firstName) => {
    const register = await call(stack.url, "POST", "/api/auth/register", { body: { ...newPerson(), firstName } });
    expect([register.status, Object.keys(register.body.fields ?? {})]).toEqual([400, ["firstName"]]);
    const profile = await call(stack.url, "PUT", "/api/user/profile", { token, body: { firstName, lastName: "" } });
    expect([profile.status, Object.keys(profile.body.fields ?? {})]).toEqual([400, ["firstName"]]);
  });
});
