import { expect, it, vi } from "vitest";
import { z } from "zod";
import type { Principal } from "../routing/principal.ts";
import { type Method, routeFor } from "../routing/route.ts";
import { done, publicUrl, serve } from "../testing/serve.ts";

const route = routeFor<Principal>();
const wrote = vi.fn();

const write = (method: Method, access: "anyone" | "user") =>
  route({
    method,
    path: `/api/${access}`,
    summary: "Writes",
    access,
    answers: { 200: done },
    body: z.strictObject({ name: z.string().optional() }),
    handle: async () => {
      wrote();
      return { status: 200, body: { message: "written" } };
    },
  });
const read = route({
  method: "get",
  path: "/api/user",
  summary: "Reads",
  access: "user",
  answers: { 200: done },
  handle: async () => ({ status: 200, body: { message: "read" } }),
});
const routes = [
  read,
  ...(["post", "put", "delete"] as const).map((method) => write(method, "user")),
  write("post", "anyone"),
];

const cookie = { Cookie: "__Host-session=user" };
const bearer = { Authorization: "Bearer user" };
const json = { "Content-Type": "application/json" };

const foreign: Record<string, string>[] = [
  { Origin: "https://evil.example" },
  { Origin: "null" },
  { Origin: `${publicUrl}.evil.example` },
  { Origin: publicUrl.replace("http:", "https:") },
  { Origin: `${publicUrl}:8080` },
  { Origin: `${publicUrl}, ${publicUrl}` },
  { "Sec-Fetch-Site": "cross-site" },
  { "Sec-Fetch-Site": "same-site" },
  { "Sec-Fetch-Site": "cross-site", Origin: publicUrl },
];

it("SE-08 SE-09 refuses writes from other sites, with the cookie, without credentials, and as a sign-in", async () => {
  const { url } = await serve(routes);
  for (const headers of foreign) {
    for (const method of ["POST", "PUT", "DELETE"]) {
      const answer = await fetch(`${url}/api/user`, {
        method,
        headers: { ...json, ...cookie, ...headers },
        body: "{}",
      });
      expect([method, headers, answer.status]).toEqual([method, headers, 403]);
      expect(await answer.json()).toMatchObject({ code: "cross_site" });
    }
    const signIn = await fetch(`${url}/api/anyone`, { method: "POST", headers: { ...json, ...headers }, body: "{}" });
    expect([headers, signIn.status]).toEqual([headers, 403]);
  }
  expect(wrote).not.toHaveBeenCalled();
});

it("SE-08 accepts the cookie for a write only with a same-origin Origin or Sec-Fetch-Site", async () => {
  const { url } = await serve(routes);
  const post = async (headers: Record<string, string>, body = "{}") =>
    (await fetch(`${url}/api/user`, { method: "POST", headers: { ...json, ...cookie, ...headers }, body })).status;
  expect(await post({})).toBe(403);
  expect(await post({ "Sec-Fetch-Site": "none" })).toBe(403);
  expect(await post({ Origin: publicUrl })).toBe(200);
  expect(await post({ "Sec-Fetch-Site": "same-origin" })).toBe(200);
  expect(await post({ "Content-Type": "text/plain" })).toBe(403);
  expect(await post({ "Content-Type": "application/x-www-form-urlencoded", Origin: publicUrl }, "name=x")).toBe(415);
  expect(await post({ "Content-Type": "text/plain", Origin: publicUrl }, "{}")).toBe(415);
});

it("FA-09 names its address to a page of its own that was opened by another name of this machine", async () => {
  const { url } = await serve(routes);
  const post = async (origin: string) => {
    const headers = { ...json, ...cookie, Origin: origin, "Sec-Fetch-Site": "same-origin" };
    const answer = await fetch(`${url}/api/user`, { method: "POST", headers, body: "{}" });
    return [answer.status, JSON.parse(await answer.text()).message];
  };
  expect(await post(url)).toEqual([403, `This service is at ${publicUrl}. Open it there and try again`]);
  expect(await post("http://evil.example")).toEqual([403, "This request came from another site"]);
  expect(wrote).not.toHaveBeenCalled();
});

it("allows cross-site requests with a bearer token, and cross-site reads", async () => {
  const { url } = await serve(routes);
  const evil = { Origin: "https://evil.example", "Sec-Fetch-Site": "cross-site" };
  const posted = await fetch(`${url}/api/user`, {
    method: "POST",
    headers: { ...bearer, ...json, ...evil },
    body: "{}",
  });
  expect(posted.status).toBe(200);
  expect((await fetch(`${url}/api/user`, { headers: { ...cookie, ...evil } })).status).toBe(200);
  expect(
    (await fetch(`${url}/api/anyone`, { method: "POST", headers: { ...json, ...cookie }, body: "{}" })).status,
  ).toBe(200);
});

it("uses only the Authorization header where there is one", async () => {
  const { url } = await serve(routes);
  const headers = { ...cookie, Authorization: "Bearer nobody", Origin: publicUrl };
  expect((await fetch(`${url}/api/user`, { headers })).status).toBe(401);
  expect(
    (await fetch(`${url}/api/user`, { headers: { ...headers, Authorization: "Basic dXNlcjp1c2Vy" } })).status,
  ).toBe(401);
  expect(
    (await fetch(`${url}/api/user`, { headers: { Cookie: "__Host-session=user; __Host-session=user" } })).status,
  ).toBe(401);
  expect((await fetch(`${url}/api/user?access_token=user&token=user`)).status).toBe(401);
});
