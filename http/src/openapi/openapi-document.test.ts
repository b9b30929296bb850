import { expect, it } from "vitest";
import { z } from "zod";
import type { Principal } from "../routing/principal.ts";
import { problem } from "../routing/problem.ts";
import { routeFor } from "../routing/route.ts";
import { done, serve } from "../testing/serve.ts";

const show = routeFor<Principal>()({
  method: "get",
  path: "/api/things",
  summary: "Shows the things",
  access: "user",
  answers: { 200: done },
  handle: async () => ({ status: 200, body: { message: "here" } }),
});

const described = z.looseObject({
  components: z.looseObject({ schemas: z.record(z.string(), z.unknown()) }),
  paths: z.record(z.string(), z.record(z.string(), z.looseObject({ responses: z.record(z.string(), z.unknown()) }))),
});

const renaming = {
  method: "put",
  path: "/api/things/{id}",
  summary: "Names a thing",
  access: "user",
  stepUp: true,
  params: z.strictObject({ id: z.uuid() }),
  query: z.strictObject({ dryRun: z.enum(["true", "false"]).optional().describe("Only checks") }),
  operationId: "renameThing",
  description: "Gives a thing another name.",
  body: z.strictObject({ name: z.string().max(9).describe("At most 9 characters"), note: z.string().optional() }),
  answers: { 200: done, 204: z.undefined() },
  handle: async () => ({ status: 204 }) as const,
} as const;
const rename = routeFor<Principal>()(renaming);

it("describes every route by the schemas that validate it", async () => {
  const { url } = await serve([rename, show]);
  const answer = await fetch(`${url}/openapi.json`);
  expect(answer.headers.get("content-type")).toBe("application/json; charset=utf-8");
  const document = described.parse(await answer.json());
  expect(document).toMatchObject({
    openapi: "3.1.1",
    servers: [{ url: "/" }],
    components: {
      securitySchemes: { bearer: { type: "http", scheme: "bearer" } },
      headers: { LogPosition: { schema: { type: "string" } } },
      parameters: { LogPosition: { name: "X-Log-Position", in: "header", schema: { type: "string" } } },
    },
  });
  const put = document.paths["/api/things/{id}"]?.put;
  const body = {
    type: "object",
    required: ["name"],
    properties: { name: { type: "string", maxLength: 9, description: "At most 9 characters" } },
  };
  expect(put).toMatchObject({
    operationId: "renameThing",
    summary: "Names a thing",
    description: "Gives a thing another name.",
    parameters: [
      { name: "id", in: "path", required: true, schema: { type: "string", format: "uuid" } },
      {
        name: "dryRun",
        in: "query",
        required: false,
        description: "Only checks",
        schema: { type: "string", enum: ["true", "false"] },
      },
    ],
    requestBody: {
      required: true,
      content: { "application/json": { schema: { $ref: "#/components/schemas/RenameThingRequest" } } },
    },
    security: [{ bearer: [] }, { session: [] }],
  });
  expect(document.components.schemas.RenameThingRequest).toMatchObject({ ...body, additionalProperties: false });
  expect(Object.keys(put?.responses ?? {})).toEqual([
    "200",
    "204",
    "400",
    "401",
    "403",
    "404",
    "413",
    "415",
    "default",
  ]);
  expect(put?.responses["204"]).toEqual({
    description: "Names a thing",
    headers: { "X-Log-Position": { $ref: "#/components/headers/LogPosition" } },
  });
  expect(put?.responses["401"]).toEqual({ $ref: "#/components/responses/NotSignedIn" });
  expect(document.components).toHaveProperty(["responses", "NotSignedIn", "content", "application/problem+json"]);
  expect(put?.responses["403"]).toEqual({ $ref: "#/components/responses/ForbiddenOrStepUp" });
  expect(document.paths["/api/things"]?.get).toMatchObject({
    parameters: [{ $ref: "#/components/parameters/LogPosition" }],
  });
  expect(document.paths["/health/ready"]?.get?.responses).toHaveProperty("503");
});

it("promises no position with a download, which is recorded, but which nothing read later depends on", async () => {
  const { body: _, ...named } = renaming;
  const download = { ...named, method: "get", write: true, mediaType: "text/plain" } as const;
  const { url } = await serve([routeFor<Principal>()({ ...download, answers: { 204: z.undefined() } })]);
  const document = described.parse(await (await fetch(`${url}/openapi.json`)).json());
  expect(document.paths["/api/things/{id}"]?.get?.responses["204"]).toEqual({ description: "Names a thing" });
});

it("lists the refusals of a call's own beside those that follow from its declaration", async () => {
  const taken = problem(409, "name_taken", "Another thing has this name");
  const full = problem(409, "too_many_things", "You have 9 things");
  const refuses = [
    taken,
    full,
    problem(400, "same_name", "This is its name already"),
    problem(404, "gone", "It is gone"),
  ];
  const { url } = await serve([routeFor<Principal>()({ ...renaming, access: "admin", refuses }), show]);
  const document = described.parse(await (await fetch(`${url}/openapi.json`)).json());
  const responses = document.paths["/api/things/{id}"]?.put?.responses ?? {};
  const ofProblem = (description: string, example: object) => ({
    description,
    content: { "application/problem+json": { schema: { $ref: "#/components/schemas/Problem" }, example } },
  });
  expect(responses["409"]).toEqual(
    ofProblem(
      "Refused\n- `name_taken`: Another thing has this name\n- `too_many_things`: You have 9 things",
      taken.problem,
    ),
  );
  expect(responses["400"]).toMatchObject({
    description: "What was sent does not fit\n- `same_name`: This is its name already",
  });
  expect(responses["403"]).toEqual({ $ref: "#/components/responses/AdminsOnlyOrStepUp" });
  expect(Object.keys(responses).slice(2)).toEqual(["400", "401", "403", "404", "409", "413", "415", "default"]);
});

it("compresses the document where the client accepts it, and answers 304 to a client that has it", async () => {
  const { url } = await serve([rename, show]);
  const ask = (coding: string, tag = "") =>
    fetch(`${url}/openapi.json`, { headers: { "Accept-Encoding": coding, "If-None-Match": tag } });
  const plain = await (await ask("identity")).text();
  const tags = new Set<string>();
  for (const coding of ["br", "gzip", "identity"]) {
    const answer = await ask(coding);
    expect([coding, await answer.text()]).toEqual([coding, plain]);
    expect(answer.headers.get("content-encoding")).toBe(coding === "identity" ? null : coding);
    expect([answer.headers.get("vary"), answer.headers.get("cache-control")]).toEqual(["Accept-Encoding", "no-cache"]);
    const tag = answer.headers.get("etag") ?? "";
    const again = await ask(coding, tag);
    expect([again.status, await again.text()]).toEqual([304, ""]);
    tags.add(tag);
  }
  expect(tags.size).toBe(3);
});

it("AC-01 names the credentials that a call takes, and no others", async () => {
  const called = { method: "get", access: "user", summary: "Shows", answers: { 200: done } } as const;
  const handle = async () => ({ status: 200, body: { message: "here" } }) as const;
  const byKey = routeFor<Principal>()({ ...called, path: "/api/keyed", principals: ["apiKey"], handle });
  const byToken = routeFor<Principal>()({ ...called, path: "/api/granted", principals: ["grant", "client"], handle });
  const { url } = await serve([show, byKey, byToken]);
  const { paths } = described.parse(await (await fetch(`${url}/openapi.json`)).json());
  expect(paths["/api/things"]?.get).toMatchObject({ security: [{ bearer: [] }, { session: [] }] });
  expect(paths["/api/keyed"]?.get?.security).toEqual([{ apiKey: [] }]);
  expect(paths["/api/granted"]?.get?.security).toEqual([{ accessToken: [] }]);
});
