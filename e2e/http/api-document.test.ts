import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";

interface Schema {
  $ref?: string;
  properties?: Record<string, { description?: string }>;
}

interface Content {
  schema: Schema;
  example?: unknown;
}

interface Operation {
  operationId: string;
  summary: string;
  description: string;
  tags: string[];
  parameters: { name?: string; in?: string; description?: string }[];
  requestBody?: { content: Record<string, Content> };
  responses: Record<string, { content?: Record<string, Content> }>;
}

interface Document {
  tags: { name: string; description: string }[];
  paths: Record<string, Record<string, Operation>>;
  components: { schemas: Record<string, Schema> };
}

const stack = sharedProductScene();
let document: Document;
let operations: (Operation & { call: string })[];
beforeAll(async () => {
  document = (await (await fetch(`${stack.url}/openapi.json`)).json()) as Document;
  operations = Object.entries(document.paths).flatMap(([path, methods]) =>
    Object.entries(methods).map(([method, operation]) => ({ ...operation, call: `${method.toUpperCase()} ${path}` })),
  );
});

const incomplete = (is: (operation: Operation) => boolean) =>
  operations.filter((operation) => !is(operation)).map(({ call }) => call);

it("U15 gives each call a name of its own, a summary, a description and a group", () => {
  expect(operations.length).toBeGreaterThan(120);
  expect(incomplete(({ operationId }) => /^[a-z][A-Za-z]+$/.test(operationId))).toEqual([]);
  expect(new Set(operations.map(({ operationId }) => operationId)).size).toBe(operations.length);
  expect(incomplete(({ summary, description }) => Boolean(summary && description))).toEqual([]);
  const groups = document.tags.map(({ name }) => name);
  expect(incomplete(({ tags }) => tags.length === 1 && groups.includes(tags[0] ?? ""))).toEqual([]);
});

it("U15 says of each field of a body and of a query what it takes", () => {
  const itself = ({ $ref, ...schema }: Schema): Schema =>
    $ref ? (document.components.schemas[$ref.replace("#/components/schemas/", "")] ?? {}) : schema;
  const fields = ({ parameters, requestBody }: Operation): [string, { description?: string }][] => [
    ...parameters.flatMap((one): [string, typeof one][] => (one.in === "query" ? [[one.name ?? "", one]] : [])),
    ...Object.entries(itself(requestBody?.content["application/json"]?.schema ?? {}).properties ?? {}),
  ];
  const silent = operations.flatMap((operation) =>
    fields(operation).flatMap(([name, { description }]) => (description ? [] : [`${operation.call}: ${name}`])),
  );
  expect(operations.flatMap(fields).length).toBeGreaterThan(150);
  expect(silent).toEqual([]);
});

it("U15 names the schema of each body and each answer, and shows an example that the schema accepts", () => {
  const json = ({ requestBody, responses }: Operation) => [
    ...(requestBody ? [requestBody.content["application/json"]] : []),
    ...Object.entries(responses).flatMap(([status, { content }]) =>
      status.startsWith("2") && content?.["application/json"] ? [content["application/json"]] : [],
    ),
  ];
  // An example that the schema refuses is left out of the document.
  expect(incomplete((operation) => json(operation).every((content) => content?.example !== undefined))).toEqual([]);
  const isNamed = (content: Content | undefined) =>
    (content?.schema.$ref?.replace("#/components/schemas/", "") ?? "") in document.components.schemas;
  expect(incomplete((operation) => json(operation).every(isNamed))).toEqual([]);
  const shared = ["User", "Message", "Problem", "Session", "Application", "ApiKey", "HardwareKey", "Account"];
  expect(Object.keys(document.components.schemas)).toEqual(expect.arrayContaining(shared));
});
