import type { JsonSchema } from "./declared-routes.ts";

/** A value that the schema accepts, always the same one. Throws if the schema alone does not tell one. */
export function exampleValue(schema: JsonSchema): unknown {
  if (schema.const !== undefined) return schema.const;
  if (schema.enum) return schema.enum[0];
  if (schema.anyOf?.[0]) return exampleValue(schema.anyOf[0]);
  const example = examples[schema.type ?? ""];
  if (!example) throw new Error(`no example of ${JSON.stringify(schema)}`);
  return example(schema);
}

const examples: Record<string, (schema: JsonSchema) => unknown> = {
  boolean: () => true,
  integer: ({ minimum = 1 }) => minimum,
  number: ({ minimum = 1 }) => minimum,
  string: exampleText,
  array: ({ items = {} }) => [exampleValue(items)],
  object: ({ properties = {} }) =>
    Object.fromEntries(Object.entries(properties).map(([name, each]) => [name, exampleValue(each)])),
  null: () => null,
};

const formatted: Record<string, string> = {
  uuid: "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11",
  email: "somebody@example.com",
  uri: "https://app.example.com/path",
  "date-time": "2026-01-31T12:00:00.000Z",
};

function exampleText({
  format = "",
  pattern,
  minLength = 0,
  maxLength = Number.POSITIVE_INFINITY,
}: JsonSchema): string {
  const text = formatted[format] ?? "Text".padEnd(minLength, "x").slice(0, maxLength);
  if (pattern && !new RegExp(pattern, "u").test(text)) throw new Error(`no example of the pattern ${pattern}`);
  return text;
}
