import { z } from "zod";
import { positionHeader } from "../security/position-mark.ts";
import { oauthError, problem } from "./answers.ts";
import type { Principal, PrincipalKind } from "./principal.ts";
import { type Route, routeFor } from "./route.ts";

type Json = { readonly [name: string]: unknown };

const jsonSchema = (schema: z.ZodType, io: "input" | "output"): Json => {
  const { $schema: _dialect, ...rest } = z.toJSONSchema(schema, { io, unrepresentable: "any" });
  return rest;
};

const parameters = (schema: z.ZodType | undefined, place: "path" | "query"): Json[] => {
  if (!schema) return [];
  const { properties = {}, required = [] } = jsonSchema(schema, "input") as { properties?: Json; required?: string[] };
  return Object.entries(properties).map(([name, each]) => ({
    name,
    in: place,
    required: place === "path" || required.includes(name),
    schema: each,
  }));
};

/** Answers of commands carry it; queries of signed-in users wait for it. */
const position = {
  schema: { type: "string" },
  description: "An opaque text. A read that sends it shows the change whose answer carried it.",
};
const positionAnswered = { [positionHeader]: { $ref: "#/components/headers/LogPosition" } };
const positionSent = { $ref: "#/components/parameters/LogPosition" };

const problemContent = { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" } } };
const oauthErrorContent = { "application/json": { schema: { $ref: "#/components/schemas/OAuthError" } } };
const refusalContent = ({ oauth }: Route) => (oauth ? oauthErrorContent : problemContent);

const refusals: Record<number, string> = {
  400: "What was sent does not fit",
  401: "The credential does not sign you in",
  403: "Not allowed",
  404: "Not found",
  413: "Too large",
  415: "Not application/json",
};

const refusalsOf = (route: Route): number[] => [
  ...(route.body || route.query ? [400] : []),
  ...(route.access === "anyone" ? [] : [401]),
  ...(route.access === "anyone" && (route.oauth || !route.write) ? [] : [403]),
  ...(route.params ? [404] : []),
  ...(route.body ? (route.oauth ? [413] : [413, 415]) : []),
];

const describeRefusal = (status: number, { stepUp }: Route): string | undefined =>
  status === 403 && stepUp
    ? "Not allowed, or `reauthentication_required`: confirm first with POST /api/auth/step-up"
    : refusals[status];

const answersOf = (route: Route): Json => {
  const refused = refusalsOf(route).map((status) => [
    status,
    { description: describeRefusal(status, route), content: refusalContent(route) },
  ]);
  const answered = Object.entries(route.answers).map(([status, schema]) => {
    const content = route.mediaType
      ? { [route.mediaType]: {} }
      : { "application/json": { schema: jsonSchema(schema, "output") } };
    const headers = route.write ? { headers: positionAnswered } : {};
    return [status, { description: route.summary, ...headers, ...(schema.def.type !== "undefined" && { content }) }];
  });
  const otherwise = ["default", { description: "Refused", content: refusalContent(route) }];
  return Object.fromEntries([...refused, ...answered, otherwise]);
};

const takesNothing = (body: z.ZodType) => body.safeParse(undefined).success;

const bodyContent = ({ forms, upload }: Route, body: z.ZodType): Json => {
  const schema = jsonSchema(body, "input");
  const form = forms ? { "application/x-www-form-urlencoded": { schema } } : {};
  const file = upload ? { "text/plain": { schema: { type: "string" } } } : {};
  return { ...file, ...form, "application/json": { schema } };
};

const securitySchemes = {
  bearer: { type: "http", scheme: "bearer", description: "The token of a session" },
  session: { type: "apiKey", in: "cookie", name: "__Host-session" },
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

const operation = (route: Route): Json => ({
  summary: route.summary,
  tags: [route.path.split("/")[2] ?? "service"],
  parameters: [
    ...parameters(route.params, "path"),
    ...parameters(route.query, "query"),
    ...(route.write || route.access === "anyone" ? [] : [positionSent]),
  ],
  ...(route.body && {
    requestBody: {
      required: !takesNothing(route.body),
      content: bodyContent(route, route.body),
    },
  }),
  responses: answersOf(route),
  security: securityOf(route),
});

/** The OpenAPI 3.1 document of these routes, from the schemas that check them. The same server serves both. */
export const openapiDocument = (routes: readonly Route[]): Json => {
  const paths: Record<string, Record<string, Json>> = {};
  for (const route of routes.filter(({ page }) => !page)) {
    paths[route.path] = { ...paths[route.path], [route.method]: operation(route) };
  }
  return {
    openapi: "3.1.1",
    info: { title: "Attestory", version: "1" },
    servers: [{ url: "/" }],
    paths,
    components: {
      schemas: { Problem: jsonSchema(problem, "output"), OAuthError: jsonSchema(oauthError, "output") },
      headers: { LogPosition: position },
      parameters: { LogPosition: { name: positionHeader, in: "header", ...position } },
      securitySchemes,
    },
  };
};

/** GET /openapi.json: the document, generated at the first request. All answers share its bytes. */
export const openapiRoute = (routes: readonly Route[]): Route => {
  let bytes: Uint8Array<ArrayBuffer> | undefined;
  return routeFor<Principal>()({
    method: "get",
    path: "/openapi.json",
    summary: "This document",
    access: "anyone",
    answers: { 200: z.instanceof(Uint8Array) },
    handle: async () => {
      bytes ??= Buffer.from(JSON.stringify(openapiDocument(routes)));
      return { status: 200, body: bytes, headers: { "Content-Type": "application/json; charset=utf-8" } };
    },
  });
};
