import { expect } from "vitest";
import { call } from "./client.ts";

/** A JSON schema, as far as tests look into it. */
export interface JsonSchema {
  type?: string;
  properties?: Record<string, JsonSchema>;
  required?: string[];
  additionalProperties?: unknown;
  items?: JsonSchema;
  anyOf?: JsonSchema[];
}

/** A call as the running product declares it. */
export interface DeclaredRoute {
  /** In capitals. */
  method: string;
  /** With its parameters in braces. */
  path: string;
  open: boolean;
  /** Null when the call takes none. */
  body: JsonSchema | null;
  query: string[];
}

interface Operation {
  security: unknown[];
  parameters: { name: string; in: string }[];
  requestBody?: { content: { "application/json": { schema: JsonSchema } } };
}

/** Every call in the product's own OpenAPI document, which is made from what checks the requests. */
export async function declaredRoutes(url: string): Promise<DeclaredRoute[]> {
  const { status, body } = await call(url, "GET", "/openapi.json");
  expect(status).toBe(200);
  const paths = body.paths as Record<string, Record<string, Operation>>;
  const routes = Object.entries(paths).flatMap(([path, operations]) =>
    Object.entries(operations).map(([method, { security, parameters, requestBody }]) => ({
      method: method.toUpperCase(),
      path,
      open: security.length === 0,
      body: requestBody?.content["application/json"].schema ?? null,
      query: parameters.filter((one) => one.in === "query").map(({ name }) => name),
    })),
  );
  expect(routes.length).toBeGreaterThan(10);
  return routes;
}

export const named = ({ method, path }: { method: string; path: string }) => `${method} ${path}`;

/** The path with something in the place of every parameter. */
export const filled = (path: string, value: string): string => path.replaceAll(/\{\w+\}/g, value);
