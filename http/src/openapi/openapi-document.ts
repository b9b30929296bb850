import { z } from "zod";
import { oauthError, problem } from "../routing/answers.ts";
import type { Principal } from "../routing/principal.ts";
import { type Route, routeFor } from "../routing/route.ts";
import { askAgain, type StoredFile, storedFile } from "../routing/stored-file.ts";
import { positionHeader } from "../security/position-mark.ts";
import type { Json } from "./json.ts";
import { createNamedSchemas } from "./named-schemas.ts";
import { operationOf, securitySchemes } from "./operation.ts";
import { refusalComponents } from "./refusal-responses.ts";
import { tagsOf } from "./tags.ts";

const type = "application/json; charset=utf-8";

/** Answers of commands carry it; queries of signed-in users wait for it. */
const position = {
  schema: { type: "string" },
  description: "An opaque text. A read that sends it shows the change whose answer carried it.",
};

const about = `Accounts, sessions and OAuth 2.0 / OpenID Connect. Answers are JSON. A refusal is a problem: \`message\` for people, \`code\` for
programs. A change may carry an \`Idempotency-Key\`: the same request with the same key is carried out once.`;

/** The OpenAPI 3.1 document of these routes, from the schemas that check them. The same server serves both. */
export const openapiDocument = (routes: readonly Route[]): Json => {
  const named = createNamedSchemas();
  const paths: Record<string, Record<string, Json>> = {};
  named.refer(problem, "output", "Problem");
  named.refer(oauthError, "output", "OAuthError");
  for (const route of routes.filter(({ page }) => !page)) {
    paths[route.path] = { ...paths[route.path], [route.method]: operationOf(route, named) };
  }
  return {
    openapi: "3.1.1",
    info: { title: "Attestory", version: "1", description: about.replaceAll("\n", " ") },
    servers: [{ url: "/" }],
    tags: tagsOf(Object.keys(paths)),
    paths,
    components: {
      schemas: named.schemas,
      responses: refusalComponents,
      headers: { LogPosition: position },
      parameters: { LogPosition: { name: positionHeader, in: "header", ...position } },
      securitySchemes,
    },
  };
};

/** GET /openapi.json: the document, generated at the first request and kept. */
export const openapiRoute = (routes: readonly Route[]): Route => {
  let file: StoredFile | undefined;
  return routeFor<Principal>()({
    method: "get",
    path: "/openapi.json",
    summary: "This document",
    access: "anyone",
    answers: { 200: z.undefined() },
    handle: async () => {
      file ??= storedFile(type, Buffer.from(JSON.stringify(openapiDocument(routes))), askAgain);
      return { status: 200, file };
    },
  });
};
