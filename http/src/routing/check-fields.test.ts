import { expect, it } from "vitest";
import { z } from "zod";
import { parseQuery } from "../parsing/query.ts";
import { checkFields } from "./check-fields.ts";

const person = z.strictObject({
  email: z.email(),
  name: z.union([z.literal(""), z.null(), z.string().max(3)]).optional(),
  age: z.int().min(18).optional(),
  role: z.enum(["a", "b"]).optional(),
  own: z.string("Please say so").optional(),
  tags: z
    .array(z.strictObject({ id: z.uuid() }))
    .max(1)
    .optional(),
  on: z.boolean().optional(),
});

const faults = (value: object) => {
  const checked = checkFields(person, { email: "a@b.example", ...value });
  return "problem" in checked ? checked.problem.fields : null;
};

it("AU-12 says in a sentence what is wrong with each field", () => {
  expect(faults({ email: undefined })).toEqual({ email: "This is required" });
  expect(faults({ email: "a" })).toEqual({ email: "Invalid email address" });
  expect(faults({ email: ["a"] })).toEqual({ email: "This must be text" });
  expect(faults({ name: "long" })).toEqual({ name: "Use at most 3 characters" });
  expect(faults({ name: 7 })).toEqual({ name: "This is not valid" });
  expect(faults({ age: 17 })).toEqual({ age: "Use at least 18" });
  expect(faults({ age: 18.5 })).toEqual({ age: "This must be a whole number" });
  expect(faults({ role: "c" })).toEqual({ role: "Use one of: a, b" });
  expect(faults({ own: {} })).toEqual({ own: "Please say so" });
  expect(faults({ on: "yes" })).toEqual({ on: "This must be true or false" });
  expect(faults({ tags: [{ id: "x" }] })).toEqual({ "tags.0.id": "This is not a valid id" });
  expect(faults({ tags: [1, 2] })).toEqual({ tags: "Use at most 1 entry" });
  expect(faults({})).toBeNull();
});

it("AC-06 IN-01 refuses unknown fields by name", () => {
  const { "tags.0.x": inner, ...outer } =
    faults({ isAdmin: true, $set: {}, tags: [{ id: crypto.randomUUID(), x: 1 }] }) ?? {};
  expect([inner, outer]).toEqual([
    "This is not known here",
    { isAdmin: "This is not known here", $set: "This is not known here" },
  ]);
  expect(faults({ email: { $ne: null } })).toEqual({ email: "This must be text" });
});

it("uses the first fault as the message, with the field's name where it is needed", () => {
  const messageOf = (value: object) => {
    const checked = checkFields(person, value);
    return "problem" in checked ? [checked.status, checked.problem.code, checked.problem.message] : null;
  };
  expect(messageOf({ age: 1 })).toEqual([400, "invalid_fields", "email is required"]);
  expect(messageOf({ email: "a" })).toEqual([400, "invalid_fields", "Invalid email address"]);
});

it("omits `fields` from a fault that belongs to no field", () => {
  const same = z.strictObject({ a: z.string(), b: z.string() }).refine(({ a, b }) => a === b, "They must be the same");
  const checked = checkFields(same, { a: "1", b: "2" });
  expect(checked).toMatchObject({ problem: { message: "They must be the same", code: "invalid_fields" } });
  expect("problem" in checked && "fields" in checked.problem).toBe(false);
});

it("reads a query as text, and lets the schema refuse a repeated parameter", () => {
  expect(parseQuery("/x?limit=5&query=a%20b+c")).toEqual({ value: { limit: "5", query: "a b c" } });
  expect(parseQuery("/x")).toEqual({ value: {} });
  expect(parseQuery("/x?a=1&b=2&a=3&a=")).toEqual({ value: { a: ["1", "3", ""], b: "2" } });
  const twice = checkFields(z.strictObject({ a: z.string() }), { a: ["1", "3"] });
  expect(twice).toMatchObject({ status: 400, problem: { fields: { a: "This must be text" } } });
  expect(parseQuery("/x?a=%ff")).toMatchObject({ status: 400, problem: { code: "invalid_query" } });
});

it("IN-08 lists at most twenty of thousands of unknown fields", () => {
  const unknown = Object.fromEntries(Array.from({ length: 5_000 }, (_, index) => [`a${index}`, 1]));
  expect(Object.keys(faults(unknown) ?? {})).toHaveLength(20);
});

it("IN-08 refuses a query of more than a hundred parameters, equal or different", () => {
  expect(parseQuery(`/x?${"a=1&".repeat(100)}`)).toMatchObject({ value: { a: expect.any(Array) } });
  for (const search of ["a&".repeat(101), Array.from({ length: 101 }, (_, index) => `a${index}`).join("&")]) {
    expect(parseQuery(`/x?${search}`)).toMatchObject({ status: 400, problem: { code: "invalid_query" } });
  }
});

it("IN-02 reaches no prototype through a query", () => {
  const query = z.strictObject({ limit: z.string().optional() });
  for (const name of ["__proto__", "constructor", "toString", "a[b]", "limit[$gt]"]) {
    const parsed = parseQuery(`/x?${encodeURIComponent(name)}=1`);
    const checked = "value" in parsed ? checkFields(query, parsed.value) : parsed;
    expect([name, checked]).toMatchObject([name, { status: 400 }]);
    expect("problem" in checked && Object.keys(checked.problem.fields ?? {})).toEqual([name]);
  }
});
