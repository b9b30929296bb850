import type { z } from "zod";
import type { PrincipalKind } from "../routing/principal.ts";
import type { Route } from "../routing/route.ts";
import { positionHeader } from "../security/position-mark.ts";
import { exampleOf } from "./example-of.ts";
import type { Json } from "./json.ts";
import type { NamedSchemas } from "./named-schemas.ts";
import { refusalsOf } from "./refusal-responses.ts";
import { tagOf } from "./tags.ts";

const positionAnswered = { [positionHeader]: { $ref: "#/components/headers/LogPosition" } };
const positionSent = { $ref: "#/components/parameters/LogPosition" };

export const securitySchemes = {
  bearer: { type: "http", scheme: "bearer", description: "The token of a session" },
  session: {
    type: "apiKey",
    in: "cookie",
    name: "__Host-session",
    description: "The cookie of a session. A write with it alone is accepted from the service's own pages only",
  },
  accessToken: { type: "http", scheme: "bearer", description: "An access token that an application got by OAuth" },
  apiKey: { type: "http", scheme: "bearer", description: "An API key of a Pro user" },
};
type SecurityScheme = keyof typeof securitySchemes;

const schemesOf: Record<PrincipalKind, readonly SecurityScheme[]> = {
  session: ["bearer", "session"],
  grant: ["accessToken"],
  client: ["accessToken"],
  apiKey: ["apiKey"],
};

/** The credentials that the call takes, each by itself. */
const securityOf = ({ access, principals }: Route): Json[] => {
  if (access === "anyone") return [];
  return [...new Set(principals.flatMap((kind) => schemesOf[kind]))].map((name) => ({ [name]: [] }));
};

function parameters(schema: z.ZodType | undefined, place: "path" | "query", named: NamedSchemas): Json[] {
  if (!schema) return [];
  const { properties = {}, required = [] } = named.inline(schema, "input") as {
    properties?: Record<string, Json>;
    required?: string[];
  };
  return Object.entries(properties).map(([name, { description, ...schema }]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    ...(description !== undefined && { description }),
    schema,
    example: exampleOf(schema, named.schemas, name),
  }));
}

const capitalized = (name: string): string => name.charAt(0).toUpperCase() + name.slice(1);

/** The schema with an example, unless a rule that JSON Schema cannot say refuses it. */
function withExample(schema: z.ZodType, json: Json, named: NamedSchemas): Json {
  const example = exampleOf(json, named.schemas);
  return { schema: json, ...(schema.safeParse(example).success && { example }) };
}

function contentOf({ mediaType, contents }: Route, schema: z.ZodType, write: (schema: z.ZodType) => Json): Json {
  if (mediaType) return { [mediaType]: { schema: { type: "string" } } };
  const byType = Object.entries(contents ?? { "application/json": schema });
  return Object.fromEntries(byType.map(([type, each]) => [type, write(each)]));
}

function answersOf(route: Route, name: string, named: NamedSchemas): Json {
  const write = (schema: z.ZodType) => withExample(schema, named.refer(schema, "output", `${name}Answer`), named);
  // A download is recorded, but nothing that is read later depends on that.
  const isDownload = route.mediaType !== undefined || route.contents !== undefined;
  const answered = Object.entries(route.answers).map(([status, schema]) => {
    const content = contentOf(route, schema, write);
    const headers = route.write && !isDownload ? { headers: positionAnswered } : {};
    return [status, { description: route.summary, ...headers, ...(schema.def.type !== "undefined" && { content }) }];
  });
  return Object.fromEntries([...answered, ...refusalsOf(route)]);
}

const takesNothing = (body: z.ZodType) => body.safeParse(undefined).success;

function bodyOf({ forms, upload, body }: Route & { body: z.ZodType }, name: string, named: NamedSchemas): Json {
  const json = withExample(body, named.refer(body, "input", `${name}Request`), named);
  const form = forms ? { "application/x-www-form-urlencoded": json } : {};
  const file = upload ? { "text/plain": { schema: { type: "string" } } } : {};
  return { required: !takesNothing(body), content: { ...file, ...form, "application/json": json } };
}

const hasBody = (route: Route): route is Route & { body: z.ZodType } => route.body !== undefined;

/** One call of the document. */
export function operationOf(route: Route, named: NamedSchemas): Json {
  const name = capitalized(route.operationId ?? "");
  return {
    ...(route.operationId && { operationId: route.operationId }),
    summary: route.summary,
    ...(route.description && { description: route.description }),
    tags: [tagOf(route.path)],
    parameters: [
      ...parameters(route.params, "path", named),
      ...parameters(route.query, "query", named),
      ...(route.write || route.access === "anyone" ? [] : [positionSent]),
    ],
    ...(hasBody(route) && { requestBody: bodyOf(route, name, named) }),
    responses: answersOf(route, name, named),
    security: securityOf(route),
  };
}
