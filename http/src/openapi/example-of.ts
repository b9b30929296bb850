import type { Json } from "./json.ts";
import { knownExamples } from "./known-examples.ts";

interface JsonSchema {
  $ref?: string;
  type?: string | readonly string[];
  const?: unknown;
  default?: unknown;
  enum?: readonly unknown[];
  examples?: readonly unknown[];
  anyOf?: readonly JsonSchema[];
  oneOf?: readonly JsonSchema[];
  properties?: Readonly<Record<string, JsonSchema>>;
  required?: readonly string[];
  items?: JsonSchema;
  minItems?: number;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  maximum?: number;
}

const formatted: Readonly<Record<string, string>> = {
  uuid: "0199f1c2-6a40-7c1e-9d35-2f8a4be1c701",
  "date-time": "2026-03-02T10:00:00.000Z",
  date: "2026-03-02",
  email: "juniper@example.com",
  uri: "https://app.example.com",
};

const fits = (text: unknown, { pattern, minLength = 0, maxLength = Number.POSITIVE_INFINITY }: JsonSchema): boolean =>
  typeof text === "string" &&
  text.length >= minLength &&
  text.length <= maxLength &&
  (pattern === undefined || new RegExp(pattern, "u").test(text));

/** Undefined if neither the name nor the schema tells of a text that fits. */
const knownText = (schema: JsonSchema, name: string): unknown =>
  [knownExamples[name], formatted[schema.format ?? ""]].find((text) => fits(text, schema));

const textOf = (schema: JsonSchema, name: string): unknown =>
  knownText(schema, name) ?? "text".padEnd(schema.minLength ?? 0, "x").slice(0, schema.maxLength);

function numberOf({ minimum = 0, maximum = Number.POSITIVE_INFINITY }: JsonSchema, name: string): number {
  const known = knownExamples[name];
  return Math.min(maximum, Math.max(minimum, typeof known === "number" ? known : 1));
}

const isTelling = (schema: JsonSchema, name: string): boolean =>
  schema.type !== "string" || schema.enum !== undefined || knownText(schema, name) !== undefined;

/** Without optional texts of which nothing is known. */
const objectOf = ({ properties = {}, required = [] }: JsonSchema, schemas: Schemas): Json =>
  Object.fromEntries(
    Object.entries(properties)
      .filter(([name, each]) => required.includes(name) || isTelling(each, name))
      .map(([name, each]) => [name, exampleIn(each, schemas, name)]),
  );

type Schemas = Readonly<Record<string, Json>>;

const byType: Readonly<Record<string, (schema: JsonSchema, schemas: Schemas, name: string) => unknown>> = {
  string: (schema, _, name) => textOf(schema, name),
  integer: (schema, _, name) => numberOf(schema, name),
  number: (schema, _, name) => numberOf(schema, name),
  boolean: (_, __, name) => knownExamples[name] ?? true,
  array: ({ items = {}, minItems = 1 }, schemas, name) =>
    Array.from({ length: Math.max(1, minItems) }, () => exampleIn(items, schemas, name)),
  object: (schema, schemas) => objectOf(schema, schemas),
  null: () => null,
};

/** What the schema itself names; undefined if it names no value. */
const namedValue = ({ examples = [], const: only, enum: choices = [], default: usual }: JsonSchema): unknown =>
  [examples[0], only, usual, choices[0]].find((value) => value !== undefined);

function exampleIn(schema: JsonSchema, schemas: Schemas, name: string): unknown {
  if (schema.$ref) {
    const referred = schema.$ref.split("/").at(-1) ?? "";
    return knownExamples[referred] ?? exampleIn((schemas[referred] ?? {}) as JsonSchema, schemas, name);
  }
  const named = namedValue(schema);
  if (named !== undefined) return named;
  const branches = schema.anyOf ?? schema.oneOf;
  const [first] = branches?.filter(({ type }) => type !== "null") ?? [];
  if (first) return exampleIn(first, schemas, name);
  const type = [schema.type].flat().find((each) => each !== "null");
  return byType[type ?? ""]?.(schema, schemas, name) ?? null;
}

/** A value that the schema accepts, as a reader expects it. Always the same one. */
export const exampleOf = (schema: Json, schemas: Schemas, name = ""): unknown =>
  exampleIn(schema as JsonSchema, schemas, name);
