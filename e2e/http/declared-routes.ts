import { expect } from "vitest";
import { call } from "./client.ts";

/** The parts of a JSON schema that tests read. */
export interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
  enum?: unknown[];
  const?: unknown;
  format?: string;
  pattern?: string;
  minLength?: number;
  maxLength?: number;
  minimum?: number;
  minItems?: number;
}

/** A call as the running product declares it. */
export interface DeclaredRoute {
  /** In upper case. */
  method: string;
  /** With its parameters in braces. */
  path: string;
  open: boolean;
  /** Whether a session signs in. Other calls take access tokens of applications, or API keys, alone. */
  takesSession: boolean;
  /** Whether it is an OAuth protocol endpoint, which refuses in its own form. */
  oauth: boolean;
  /** Whether the call asks for a recent authentication. */
  stepUp: boolean;
  /** Whether its body may be a file of any size. */
  upload: boolean;
  /** Null if the call accepts no body. */
  body: JsonSchema | null;
  query: string[];
  /** Whether the call is refused without its query. */
  needsQuery: boolean;
}

interface Operation {
  security: Record<string, unknown>[];
  parameters: { name: string; in: string; required: boolean }[];
  responses: Record<string, { description: string; content?: Record<string, unknown> }>;
  requestBody?: { content: { "application/json": { schema: JsonSchema }; "text/plain"?: unknown } };
}

/** Every call in the product's OpenAPI document, which is generated from the schemas that validate the requests. */
export async function declaredRoutes(url: string): Promise<DeclaredRoute[]> {
  const { status, body } = await call(url, "GET /openapi.json");
  expect(status).toBe(200);
  const paths = resolved(body.paths, body.components) as Record<string, Record<string, Operation>>;
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, operation]) => declaredRoute(method, path, operation)),
  );
  expect(routes.length).toBeGreaterThan(10);
  return routes;
}

type Components = Record<string, Record<string, unknown>>;

/** With the schemas and answers themselves in place of references to them. */
function resolved(value: unknown, components: Components): unknown {
  if (Array.isArray(value)) return value.map((each) => resolved(each, components));
  if (typeof value !== "object" || value === null) return value;
  const [kind, name] = "$ref" in value ? String(value.$ref).split("/").slice(2) : [];
  if (kind !== undefined && name !== undefined) return resolved(components[kind]?.[name], components);
  return Object.fromEntries(Object.entries(value).map(([key, each]) => [key, resolved(each, components)]));
}

function declaredRoute(method: string, path: string, operation: Operation): DeclaredRoute {
  const { security, parameters, requestBody, responses } = operation;
  const query = parameters.filter((one) => one.in === "query");
  return {
    method: method.toUpperCase(),
    path,
    open: security.length === 0,
    takesSession: security.some((credential) => "session" in credential),
    oauth: responses.default?.content?.["application/problem+json"] === undefined,
    stepUp: responses[403]?.description.includes("confirm first with POST /api/auth/step-up") ?? false,
    upload: requestBody?.content["text/plain"] !== undefined,
    body: requestBody?.content["application/json"].schema ?? null,
    query: query.map(({ name }) => name),
    needsQuery: query.some(({ required }) => required),
  };
}

export const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** Replaces every parameter of the path with the value. */
export const filled = (path: string, value: string): string => path.replaceAll(/\{\w+\}/g, value);
