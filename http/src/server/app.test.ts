import { expect, it, vi } from "vitest";
import { z } from "zod";
import type { Principal } from "../routing/principal.ts";
import { problem } from "../routing/problem.ts";
import { routeFor } from "../routing/route.ts";
import { done, logLines, openRoute, publicUrl, serve } from "../testing/serve.ts";

const route = routeFor<Principal>();
const handled = vi.fn();

const routes = [
  route({
    method: "post",
    path: "/api/admin/things",
    summary: "Makes a thing",
    access: "admin",
    body: z.strictObject({ name: z.string() }),
    answers: { 201: done },
    handle: async ({ body }) => {
      handled(body);
      if (body.name === "taken") return problem(409, "taken", "This name is taken");
      return { status: 201, body: { message: body.name } };
    },
  }),
  route({
    method: "delete",
    path: "/api/things/{id}",
    summary: "Removes a thing",
    access: "user",
    params: z.strictObject({ id: z.uuid() }),
    answers: { 200: done },
    handle: async ({ params }) => {
      handled(params);
      return { status: 200, body: { message: params.id } };
    },
  }),
  route({
    method: "get",
    path: "/api/auth/me",
    summary: "Who I am",
    access: "pending",
    answers: { 200: done },
    handle: async () => ({ status: 200, body: { message: "me" } }),
  }),
];

const as = (token: string) => ({ Authorization: `Bearer ${token}` });
const json = { "Content-Type": "application/json" };
const code = async (answer: Response) => ((await answer.json()) as { code: string }).code;

it("checks requests in a fixed order, and reports a fault only if every earlier check passes", async () => {
  const { url } = await serve(routes);
  const post = (path: string, headers: Record<string, string>, body: string) =>
    fetch(url + path, { method: "POST", headers, body });
  const large = "x".repeat(200_000);
  const wrong = { "Content-Type": "text/plain" };
  const evil = { Origin: "https://evil.example" };
  const answers = [
    await post("/api/nothing", { ...wrong, ...evil }, large),
    await fetch(`${url}/api/admin/things`, { method: "PUT", headers: { ...wrong, ...evil }, body: large }),
    await post("/api/admin/things", { ...wrong, ...evil }, large),
    await post("/api/admin/things", { ...wrong }, large),
    await post("/api/admin/things", { ...wrong, ...as("user") }, large),
    await post("/api/admin/things", { ...wrong, ...as("admin") }, large),
    await post("/api/admin/things", { ...wrong, ...as("admin") }, "{}"),
    await post("/api/admin/things", { ...json, ...as("admin") }, "{}"),
    await post("/api/admin/things", { ...json, ...as("admin") }, '{"name":"taken"}'),
    await post("/api/admin/things", { ...json, ...as("admin") }, '{"name":"new"}'),
  ];
  expect(answers.map(({ status }) => status)).toEqual([404, 405, 403, 401, 403, 413, 415, 400, 409, 201]);
  expect(await Promise.all(answers.slice(0, 9).map(code))).toEqual([
    "not_found",
    "method_not_allowed",
    "cross_site",
    "not_signed_in",
    "forbidden",
    "body_too_large",
    "unsupported_media_type",
    "invalid_fields",
    "taken",
  ]);
  expect(handled).toHaveBeenCalledTimes(2);
});

it("sends WWW-Authenticate with 401, and Allow with 405", async () => {
  const { url } = await serve(routes);
  const unknown = await fetch(`${url}/api/auth/me`);
  expect([unknown.status, unknown.headers.get("www-authenticate")]).toEqual([401, "Bearer"]);
  expect(unknown.headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
  const wrong = await fetch(`${url}/api/auth/me`, { method: "DELETE" });
  expect([wrong.status, wrong.headers.get("allow")]).toEqual([405, "GET, HEAD, OPTIONS"]);
});

it("allows a pending session to read its own account and nothing else", async () => {
  const { url } = await serve(routes);
  expect((await fetch(`${url}/api/auth/me`, { headers: as("pending") })).status).toBe(200);
  const refused = await fetch(`${url}/api/things/x`, { method: "DELETE", headers: as("pending") });
  expect([refused.status, await refused.json()]).toEqual([
    403,
    { code: "email_not_verified", message: "Please verify your email address before logging in" },
  ]);
});

it("answers 404 to an impossible id", async () => {
  const { url } = await serve(routes);
  for (const id of ["me", "%2e%2e", "..%2fx", "0", "{}", "%E0%A4", "constructor", "a".repeat(10_000)]) {
    const answer = await fetch(`${url}/api/things/${id}`, { method: "DELETE", headers: as("user") });
    expect([id, answer.status, await code(answer)]).toEqual([id, 404, "not_found"]);
  }
});

it("AC-09 uses only the method of the request line", async () => {
  const { url } = await serve(routes);
  handled.mockClear();
  const id = crypto.randomUUID();
  const override = { "X-HTTP-Method-Override": "DELETE", "X-Method-Override": "DELETE", ...as("user"), ...json };
  const ask = (method: string, path = `/api/things/${id}`) => fetch(url + path, { method, headers: override });
  expect((await ask("POST", `/api/things/${id}?_method=DELETE`)).status).toBe(405);
  expect((await ask("HEAD")).status).toBe(405);
  const options = await ask("OPTIONS");
  expect([options.status, options.headers.get("allow")]).toEqual([204, "DELETE, OPTIONS"]);
  expect([...options.headers.keys()].filter((name) => name.startsWith("access-control"))).toEqual([]);
  expect(handled).not.toHaveBeenCalled();
  const head = await fetch(`${url}/api/auth/me`, { method: "HEAD", headers: as("user") });
  expect([head.status, head.headers.get("content-length"), await head.text()]).toEqual([200, "16", ""]);
});

it("AC-10 accepts one spelling of a path only", async () => {
  const { url } = await serve(routes);
  const paths = [
    "//api/admin/things",
    "/API/Admin/things",
    "/api/admin/things/",
    "/api/admin/things;x",
    "/api%2fadmin/things",
    "/api/admin/things.",
    "/api/admin/things%00",
    "/api/admin//things",
    "/api/admin/things%20",
    "/api\\admin\\things.",
  ];
  for (const path of paths) {
    const answer = await fetch(url + path, { method: "POST", headers: { ...as("user"), ...json }, body: "{}" });
    expect([path, answer.status]).toEqual([path, 404]);
  }
});

it("HT-06 LG-04 answers an internal error with nothing but the request id, and keeps serving", async () => {
  const { log, lines } = logLines();
  const failing = openRoute({
    path: "/api/fails",
    handle: async () => {
      throw new Error("E11000 duplicate key at /srv/app/node_modules/x.js for a@b.example");
    },
  });
  const { url } = await serve([...routes, failing], { log });
  const answer = await fetch(`${url}/api/fails`);
  const requestId = answer.headers.get("x-request-id") ?? "";
  const text = await answer.text();
  expect([answer.status, JSON.parse(text).code]).toEqual([500, "internal"]);
  expect(text).toContain(requestId);
  expect(text).not.toMatch(/E11000|node_modules|\bat\b.*:\d+|a@b/);
  const entry = lines.find((line) => line.includes("request failed")) ?? "";
  expect(JSON.parse(entry)).toMatchObject({ requestId, err: { type: "Error" } });
  expect(entry).toContain("E11000");
  expect(entry).not.toContain("a@b.example");
  expect((await fetch(`${url}/api/auth/me`, { headers: as("user") })).status).toBe(200);
});

it("answers 500 to a handler's body that does not match its schema", async () => {
  const { log, lines } = logLines();
  const lying = route({
    method: "get",
    path: "/api/lies",
    summary: "Lies",
    access: "anyone",
    answers: { 200: done },
    handle: async () => ({ status: 200, body: JSON.parse('{"message":"hi","secret":"s3cret"}') }),
  });
  const { url } = await serve([lying], { log, checkAnswers: true });
  expect((await fetch(`${url}/api/lies`)).status).toBe(500);
  expect(lines.join()).toContain("does not fit: body (unrecognized_keys)");
  expect(lines.join()).not.toContain("s3cret");
});

it("refuses to start with two routes of the same method and path", async () => {
  await expect(serve([...routes, ...routes])).rejects.toThrow("Two routes claim post /api/admin/things");
});

it("compares Origin with the public URL, whatever Host says", async () => {
  const { url } = await serve(routes);
  const answer = await fetch(`${url}/api/admin/things`, {
    method: "POST",
    headers: { ...json, Cookie: "__Host-session=admin", Origin: publicUrl },
    body: '{"name":"new"}',
  });
  expect(answer.status).toBe(201);
});
