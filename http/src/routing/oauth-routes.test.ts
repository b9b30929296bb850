import { expect, it } from "vitest";
import { z } from "zod";
import { serve } from "../testing/serve.ts";
import { oauthProblem } from "./oauth-error.ts";
import type { Principal } from "./principal.ts";
import { withHeaders } from "./problem.ts";
import { routeFor } from "./route.ts";

const token = routeFor<Principal>()({
  method: "post",
  path: "/api/oauth/things",
  summary: "Gives a thing",
  access: "anyone",
  forms: true,
  oauth: true,
  anyOrigin: true,
  body: z.object({ grant_type: z.string(), client_id: z.string().optional() }),
  answers: { 200: z.strictObject({ grant_type: z.string(), client_id: z.string().nullable() }) },
  handle: async ({ body, context }) => {
    if (body.grant_type === "fail") throw new Error("on purpose");
    if (body.grant_type === "basic") {
      const refusal = oauthProblem(401, "invalid_client", 'Say "please"\\\r\n\u00e4');
      return withHeaders(refusal, { "WWW-Authenticate": `Basic realm="x"` });
    }
    return { status: 200, body: { grant_type: body.grant_type, client_id: body.client_id ?? context.authorization } };
  },
});

const form = "application/x-www-form-urlencoded";
const post = async (body: string, headers: Record<string, string> = { "Content-Type": form }) => {
  const { url } = await serve([token]);
  const answer = await fetch(`${url}/api/oauth/things`, { method: "POST", body, headers });
  return { status: answer.status, headers: answer.headers, body: await answer.json() };
};

it("reads a form and JSON, and leaves out parameters without a value", async () => {
  expect((await post("grant_type=a+b%C3%A4&client_id=&other=1")).body).toEqual({ grant_type: "a bä", client_id: null });
  const json = { "Content-Type": "application/json", Authorization: "Basic eDp5" };
  expect((await post('{"grant_type":"a"}', json)).body).toEqual({ grant_type: "a", client_id: "Basic eDp5" });
  const withCharset = { "Content-Type": `${form}; charset=UTF-8` };
  expect((await post("grant_type=a", withCharset)).status).toBe(200);
});

it("refuses bodies that it cannot read with 400 invalid_request", async () => {
  const bad = [
    ["grant_type=a&grant_type=b", form],
    ["grant_type=%ff", form],
    ["grant_type=%", form],
    [Array.from({ length: 101 }, (_, index) => `p${index}=1`).join("&"), form],
    ["client_id=x", form],
    ["", form],
    ["grant_type=a", "text/plain"],
    ["grant_type=a", `${form}; charset=latin1`],
    ["{", "application/json"],
    ['{"grant_type":1}', "application/json"],
    ['{"grant_type":"a","grant_type":"b"}', "application/json"],
  ] as const;
  for (const [body, type] of bad) {
    const answer = await post(body, { "Content-Type": type });
    expect([body, answer.status, answer.body]).toEqual([
      body,
      400,
      { error: "invalid_request", error_description: expect.stringMatching(/^[\x20\x21\x23-\x5b\x5d-\x7e]+$/) },
    ]);
  }
  const large = await post(`grant_type=${"x".repeat(1_000_000)}`);
  expect([large.status, large.body]).toMatchObject([413, { error: "invalid_request" }]);
});

it("describes errors in the characters of RFC 6749 section 5.2 only, and lets nothing be cached", async () => {
  const { status, headers, body } = await post("grant_type=basic");
  expect([status, body]).toEqual([401, { error: "invalid_client", error_description: "Say 'please''???" }]);
  expect(headers.get("www-authenticate")).toBe('Basic realm="x"');
  expect(headers.get("content-type")).toBe("application/json; charset=utf-8");
  expect(headers.get("cache-control")).toBe("no-store");
  const failed = await post("grant_type=fail");
  expect([failed.status, failed.body]).toMatchObject([500, { error: "server_error" }]);
});

it("lets pages of every origin read the answer, without credentials", async () => {
  const { url } = await serve([token]);
  const headers = { Origin: "https://app.example", "Content-Type": form };
  const answer = await fetch(`${url}/api/oauth/things`, { method: "POST", body: "grant_type=a", headers });
  expect([answer.status, answer.headers.get("access-control-allow-origin")]).toEqual([200, "*"]);
  expect(answer.headers.has("access-control-allow-credentials")).toBe(false);
  const preflight = await fetch(`${url}/api/oauth/things`, { method: "OPTIONS", headers });
  expect(Object.fromEntries(preflight.headers)).toMatchObject({
    allow: "POST, OPTIONS",
    "access-control-allow-origin": "*",
    "access-control-allow-methods": "POST",
    "access-control-allow-headers": "Authorization, Content-Type, DPoP",
  });
});

it("answers other methods with 405 in the same form", async () => {
  const { url } = await serve([token]);
  for (const method of ["GET", "PUT", "HEAD"]) {
    const answer = await fetch(`${url}/api/oauth/things`, { method });
    expect([method, answer.status, answer.headers.get("allow")]).toEqual([method, 405, "POST, OPTIONS"]);
    if (method !== "HEAD") expect(await answer.json()).toMatchObject({ error: "invalid_request" });
  }
});
