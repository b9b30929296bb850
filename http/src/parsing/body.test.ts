import { once } from "node:events";
import { IncomingMessage, ServerResponse } from "node:http";
import { connect, Socket } from "node:net";
import { gzipSync } from "node:zlib";
import { expect, it, onTestFinished, vi } from "vitest";
import { z } from "zod";
import type { Principal } from "../routing/principal.ts";
import { routeFor } from "../routing/route.ts";
import { rawRequest, statusesOf } from "../testing/raw-request.ts";
import { done, serve } from "../testing/serve.ts";
import { readBody } from "./body.ts";

const route = routeFor<Principal>();
const echo = route({
  method: "post",
  path: "/api/echo",
  summary: "Echo",
  access: "anyone",
  answers: { 200: done },
  body: z.strictObject({ text: z.string() }),
  handle: async ({ body, context }) => ({ status: 200, body: { message: `${body.text.length} ${context.bodyHash}` } }),
});
const bodyless = route({
  method: "post",
  path: "/api/bodyless",
  summary: "No body",
  access: "user",
  answers: { 200: done },
  handle: async ({ body }) => ({ status: 200, body: { message: String(body) } }),
});
const optional = route({
  method: "delete",
  path: "/api/optional",
  summary: "A body or none",
  access: "anyone",
  answers: { 200: done },
  body: z.strictObject({ text: z.string() }).optional(),
  handle: async ({ body }) => ({ status: 200, body: { message: body?.text ?? "none" } }),
});
const large = route({ ...echo, path: "/api/large", bodyLimit: 300_000 });
const routes = [echo, bodyless, optional, large];
const json = { "Content-Type": "application/json" };
const head = (...lines: string[]) =>
  `${["POST /api/echo HTTP/1.1", "Host: x", "Content-Type: application/json", ...lines].join("\r\n")}\r\n\r\n`;

// The test never sends the body, so a server that waits for it would answer 408 (request timeout) instead.
it("HT-02 refuses a body over 100 kB by its Content-Length before reading it, and closes the connection", async () => {
  const { port } = await serve(routes);
  const answer = await rawRequest(port, head("Content-Length: 10485760"));
  expect(statusesOf(answer)).toEqual([413]);
  expect(answer).toMatch(/\r\nConnection: close\r\n/);
  expect(answer).toContain("at most 100 kB");
});

it("HT-02 refuses a body over 100 kB while it streams", async () => {
  const { port } = await serve(routes);
  const chunk = `4000\r\n${"x".repeat(0x4000)}\r\n`;
  expect(statusesOf(await rawRequest(port, head("Transfer-Encoding: chunked") + chunk.repeat(7)))).toEqual([413]);
});

it("HT-02 accepts 100 kB, and more only where the route allows it", async () => {
  const { url } = await serve(routes);
  const post = async (path: string, length: number) => {
    const body = JSON.stringify({ text: "x".repeat(length - 11) });
    return (await fetch(url + path, { method: "POST", headers: json, body })).status;
  };
  expect([await post("/api/echo", 102_400), await post("/api/echo", 102_401)]).toEqual([200, 413]);
  expect([await post("/api/large", 300_000), await post("/api/large", 300_001)]).toEqual([200, 413]);
});

it("HT-04 refuses a compressed body", async () => {
  const { url } = await serve(routes);
  const bomb = gzipSync(`{"text":"${"x".repeat(10_000_000)}"}`);
  for (const coding of ["gzip", "br", "deflate", "zstd", "gzip, gzip"]) {
    const headers = { ...json, "Content-Encoding": coding };
    const answer = await fetch(`${url}/api/echo`, { method: "POST", headers, body: bomb });
    expect([answer.status, answer.headers.get("accept-encoding")]).toEqual([415, "identity"]);
  }
});

it("HT-04 refuses a compressed body before reading it, and accepts the coding `identity`", async () => {
  const { port, url } = await serve(routes);
  const answer = await rawRequest(port, head("Content-Encoding: gzip", "Content-Length: 100000"));
  expect(statusesOf(answer)).toEqual([415]);
  const headers = { ...json, "Content-Encoding": "Identity" };
  expect((await fetch(`${url}/api/echo`, { method: "POST", headers, body: '{"text":"x"}' })).status).toBe(200);
});

it("accepts JSON in UTF-8 and no other type", async () => {
  const { url } = await serve(routes);
  const post = async (type: string) =>
    (await fetch(`${url}/api/echo`, { method: "POST", headers: { "Content-Type": type }, body: '{"text":"é"}' }))
      .status;
  for (const type of ["application/json", "application/json; charset=utf-8", 'Application/JSON;charset="UTF-8"']) {
    expect([type, await post(type)]).toEqual([type, 200]);
  }
  const others = [
    "text/plain",
    "text/json",
    "application/json; charset=utf-16",
    "application/jsonp",
    "multipart/form-data",
  ];
  for (const type of [...others, "application/x-www-form-urlencoded", "application/json, text/plain"]) {
    expect([type, await post(type)]).toEqual([type, 415]);
  }
});

it("accepts no body or {} where a route declares none", async () => {
  const { url } = await serve(routes);
  const headers = { Authorization: "Bearer user" };
  const post = async (body?: string) => {
    const answer = await fetch(`${url}/api/bodyless`, {
      method: "POST",
      headers: { ...headers, ...json },
      body: body ?? null,
    });
    return [answer.status, await answer.json()];
  };
  expect(await post()).toEqual([200, { message: "undefined" }]);
  expect(await post("{}")).toEqual([200, { message: "undefined" }]);
  expect(await post('{"isAdmin":true}')).toMatchObject([400, { fields: { isAdmin: "This is not known here" } }]);
  expect((await fetch(`${url}/api/bodyless`, { method: "POST", headers })).status).toBe(200);
});

it("accepts a body or none where the schema allows both", async () => {
  const { url } = await serve(routes);
  const ask = async (init: RequestInit) => (await fetch(`${url}/api/optional`, { method: "DELETE", ...init })).json();
  expect(await ask({})).toEqual({ message: "none" });
  expect(await ask({ headers: json, body: '{"text":"some"}' })).toEqual({ message: "some" });
});

it("requests the body only once the request is authorized (RFC 9110 section 10.1.1)", async () => {
  const { port } = await serve(routes);
  const expecting = head("Content-Length: 12", "Expect: 100-continue", "Connection: close");
  const refused = await rawRequest(port, expecting.replace("/api/echo", "/api/bodyless"));
  expect(statusesOf(refused)).toEqual([401]);
  const socket = connect(port, "127.0.0.1", () => socket.write(expecting));
  let received = "";
  for await (const chunk of socket) {
    received += chunk;
    if (received.endsWith("100 Continue\r\n\r\n")) socket.write('{"text":"a"}');
  }
  expect(statusesOf(received)).toEqual([100, 200]);
  expect(
    statusesOf(await rawRequest(port, head("Content-Length: 0", "Expect: a miracle", "Connection: close"))),
  ).toEqual([417]);
});

it("hashes the bytes as they were sent", async () => {
  const { url } = await serve(routes);
  const post = async (body: string) => (await fetch(`${url}/api/echo`, { method: "POST", headers: json, body })).json();
  expect(await post('{"text":"a"}')).toEqual({ message: "1 YZPJdYWg9zHOe1ALtp0kdoFq-xTI2VrI5uhl9oDp5Dg" });
  expect(await post('{"text": "a"}')).not.toEqual(await post('{"text":"a"}'));
});

it("HT-01 refuses a body that arrives too slowly, and one that breaks off", async () => {
  vi.useFakeTimers();
  const arriving = () => {
    const request = new IncomingMessage(new Socket());
    request.headers = { "content-length": "50" };
    request.push("x");
    return { request, body: readBody(request, new ServerResponse(request), 100_000) };
  };
  const slow = arriving();
  await vi.advanceTimersByTimeAsync(9_500);
  vi.useRealTimers();
  expect(await slow.body).toMatchObject({ status: 408 });
  const broken = arriving();
  broken.request.destroy();
  expect(await broken.body).toMatchObject({ status: 400, problem: { code: "incomplete_body" } });
});

it("HT-01 accepts a body that arrived while the process was blocked", async () => {
  const { port } = await serve(routes);
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  onTestFinished(() => void vi.useRealTimers());
  const socket = connect(port, "127.0.0.1");
  let received = "";
  socket.on("data", (chunk) => (received += chunk));
  socket.write(`${head("Content-Length: 12", "Connection: close")}{`);
  // Long enough for the server to read the request's head.
  for (let turn = 0; turn < 100; turn++) await new Promise((resolve) => setImmediate(resolve));
  const closed = once(socket, "close");
  socket.write('"text":"a"}');
  // Fires every timer of the next ten seconds at once, before any input is read.
  vi.advanceTimersByTime(10_000);
  await closed;
  expect(statusesOf(received)).toEqual([200]);
});
