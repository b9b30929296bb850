import type { ApiDocument, Operation, SchemaPart, Tag } from "./api-document.ts";

/** Every call of the document, in its order. */
export const operationsOf = ({ paths }: ApiDocument): Operation[] =>
  Object.entries(paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, path, method: method.toUpperCase() })),
  );

/** Those that the document has under this tag. */
export const callsOf = ({ name }: Tag, operations: readonly Operation[]): Operation[] =>
  operations.filter(({ tags }) => tags.includes(name));

/** Whether each word of the search is in the call's name, path or summary. */
export function matches({ operationId, method, path, summary }: Operation, search: string): boolean {
  const text = `${operationId} ${method} ${path} ${summary}`.toLowerCase();
  return search
    .toLowerCase()
    .split(/\s+/)
    .every((word) => text.includes(word));
}

/** The document marks code in its texts as Markdown does. */
export const withoutMarks = (text: string): string => text.replaceAll("`", "");

export const nameOfRef = (ref: string): string => ref.slice(ref.lastIndexOf("/") + 1);

const withNull = (words: string, isNullable: boolean) => (isNullable ? `${words} or null` : words);

/** The type of a value, in a few words. */
export function typeInWords(schema: SchemaPart): string {
  if (schema.$ref) return nameOfRef(schema.$ref);
  if (schema.enum) return schema.enum.map((value) => JSON.stringify(value)).join(" or ");
  if (schema.const !== undefined) return JSON.stringify(schema.const);
  const branches = schema.anyOf ?? schema.oneOf;
  if (branches) return branches.map(typeInWords).join(" or ");
  if (schema.items) return `list of ${typeInWords(schema.items)}`;
  const types = [schema.type ?? "any value"].flat();
  const [type = "null"] = types.filter((each) => each !== "null");
  return withNull(schema.format ? `${type} (${schema.format})` : type, types.length > 1);
}

/** The limits of a value, in a few words; empty without any. */
export function limitsInWords({ minLength, maxLength, minimum, maximum, maxItems }: SchemaPart): string {
  const isSafe = (value: number | undefined) => value !== undefined && Math.abs(value) < Number.MAX_SAFE_INTEGER;
  return [
    minLength !== undefined && (minLength === 1 ? "not empty" : `at least ${minLength} characters`),
    maxLength !== undefined && `at most ${maxLength} characters`,
    isSafe(minimum) && `from ${minimum}`,
    isSafe(maximum) && `up to ${maximum}`,
    maxItems !== undefined && `at most ${maxItems} entries`,
  ]
    .filter((words) => words !== false)
    .join(", ");
}

/** The call on a command line, with the document's examples. */
export function curlOf(origin: string, { method, path, parameters, requestBody, security }: Operation): string {
  const placed = (place: string) => parameters.filter((each) => each.in === place);
  const filled = placed("path").reduce((text, { name, example }) => text.replace(`{${name}}`, String(example)), path);
  const query = new URLSearchParams(
    placed("query").flatMap(({ name = "", required, example }) => (required ? [[name, String(example)]] : [])),
  );
  const example = requestBody?.content["application/json"]?.example;
  const url = `${origin}${filled}${query.size > 0 ? `?${query}` : ""}`;
  return [
    `curl ${method === "GET" ? "" : `-X ${method} `}'${url}'`,
    ...(security.length > 0 ? [`-H "Authorization: Bearer $TOKEN"`] : []),
    ...(example === undefined ? [] : ["-H 'Content-Type: application/json'", `-d '${JSON.stringify(example)}'`]),
  ].join(" \\\n  ");
}
