import { connect } from "node:net";
import { setImmediate as turn } from "node:timers/promises";
import { expect, it } from "vitest";
import { z } from "zod";
import { securityHeaders } from "../security/security-headers.ts";
import { serverLimits } from "../server/request-limits.ts";
import { rawRequest, statusesOf } from "../testing/raw-request.ts";
import { logLines, openRoute, serve } from "../testing/serve.ts";

const routes = [
  openRoute(),
  openRoute({ method: "post", body: z.strictObject({ a: z.number() }), handle: async () => "posted" }),
];

const get = "GET /api/open HTTP/1.1\r\n";
const post = "POST /api/open HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\n";
const close = "Connection: close\r\n\r\n";
const manyHeaders = Array.from({ length: 2_000 }, (_, index) => `${index}:\r\n`).join("");

const cases: [name: string, bytes: string, status: number][] = [
  ["64 kB of header", `${get}Host: x\r\nX: ${"x".repeat(65_536)}\r\n\r\n`, 431],
  ["2,000 headers", `${get}Host: x\r\n${manyHeaders}\r\n`, 431],
  ["a length and a transfer coding", `${post}Content-Length: 7\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ["two lengths", `${post}Content-Length: 7\r\nContent-Length: 8\r\n\r\n{"a":1}`, 400],
  ["a coding behind chunked", `${post}Transfer-Encoding: chunked, identity\r\n\r\n0\r\n\r\n`, 400],
  ["a coding before chunked", `${post}Transfer-Encoding: gzip, chunked\r\n\r\n7\r\n{"a":1}\r\n0\r\n\r\n`, 501],
  ["two headers of codings", `${post}Transfer-Encoding: gzip\r\nTransfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 501],
  ["only an unknown coding", `${post}Transfer-Encoding: gzip\r\n\r\nabc`, 501],
  ["the coding identity", `${post}Transfer-Encoding: identity\r\n\r\n{"a":1}`, 501],
  ["a length and an unknown coding", `${post}Content-Length: 7\r\nTransfer-Encoding: gzip\r\n\r\n{"a":1}`, 400],
  ["a negative length", `${post}Content-Length: -1\r\n\r\n`, 400],
  ["a folded header", `${get}Host: x\r\nX: a\r\n b\r\n\r\n`, 400],
  ["bare line feeds", "GET /api/open HTTP/1.1\nHost: x\n\n", 400],
  ["NUL in a header", `${get}Host: x\r\nX: a\0b\r\n\r\n`, 400],
  ["a space before the colon", `${get}Host : x\r\n\r\n`, 400],
  ["no Host", `${get}\r\n`, 400],
  ["two Host headers", `${get}Host: x\r\nHost: y\r\n\r\n`, 400],
  ["two equal Host headers", `${get}Host: x\r\nHost: x\r\n\r\n`, 400],
  ["an invalid Host", `${get}Host: x/y@z\r\n\r\n`, 400],
  ["a target of another host", "GET http://evil.example/api/open HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  ["a target of another scheme", "GET foo://x/api/open HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  ["a Host with an invalid address", "GET http://x/api/open HTTP/1.1\r\nHost: [::::]\r\n\r\n", 400],
  ["a target that does not start with a slash", "GET api/open HTTP/1.1\r\nHost: x\r\n\r\n", 400],
  ["HTTP/1.0 with a transfer coding", `${post.replace("1.1", "1.0")}Transfer-Encoding: chunked\r\n\r\n0\r\n\r\n`, 400],
  ["an unknown method", "BREW /api/open HTTP/1.1\r\nHost: x\r\n\r\n", 405],
  ["a tunnel", "CONNECT x:80 HTTP/1.1\r\nHost: x:80\r\n\r\n", 405],
  ["a broken chunk", `${post}Transfer-Encoding: chunked\r\n\r\nzz\r\n`, 400],
  ["large chunk extensions", `${post}Transfer-Encoding: chunked\r\n\r\n1;${"x".repeat(20_000)}\r\n{\r\n`, 413],
  ["TLS", "\x16\x03\x01\x02\x00\x01\x00\x01\xfc\x03\x03", 405],
];

it.each(cases)("HT-05 answers %s with one refusal and closes the connection", async (_name, bytes, status) => {
  const { port } = await serve(routes);
  const received = await rawRequest(port, Buffer.from(bytes, "latin1"));
  expect([received, statusesOf(received)]).toEqual([received, [status]]);
  expect(received).toMatch(/\r\nConnection: close\r\n/i);
  for (const name of Object.keys(securityHeaders)) expect(received).toContain(`\r\n${name}: `);
  expect(JSON.parse(received.slice(received.indexOf("\r\n\r\n")))).toMatchObject({ code: expect.any(String) });
});

it("HT-05 refuses an unknown expectation with security headers, a request id and a log line", async () => {
  const { log, lines } = logLines();
  const { port } = await serve(routes, { log });
  for (const expected of ["x", "100-continue, x"]) {
    const received = await rawRequest(port, `${post}Expect: ${expected}\r\nContent-Length: 7\r\n${close}{"a":1}`);
    expect(statusesOf(received)).toEqual([417]);
    for (const name of [...Object.keys(securityHeaders), "X-Request-Id"]) expect(received).toContain(`\r\n${name}: `);
  }
  await expect.poll(() => lines.map((line) => JSON.parse(line).status)).toEqual([417, 417]);
});

it("HT-05 accepts an absolute target of its own host, HTTP/1.0, and a small chunk extension", async () => {
  const { port } = await serve(routes);
  const fine = [
    `GET http://X/api/open HTTP/1.1\r\nHost: x\r\n${close}`,
    "GET /api/open HTTP/1.0\r\n\r\n",
    `${post}Transfer-Encoding: chunked\r\nConnection: close\r\n\r\n7;a=b\r\n{"a":1}\r\n0\r\n\r\n`,
  ];
  for (const bytes of fine) expect([bytes, statusesOf(await rawRequest(port, bytes))]).toEqual([bytes, [200]]);
});

it("HT-05 answers each request once: pipelined ones in order, and none smuggled in a body", async () => {
  const { port } = await serve(routes);
  const smuggled = `${post}Content-Length: 7\r\n\r\n{"a":1}${get}Host: x\r\n${close}`;
  expect(statusesOf(await rawRequest(port, smuggled))).toEqual([200, 200]);
  const inBody = `${post}Content-Length: 70\r\n${close}{"a":1}${get}Host: x\r\n\r\n`.padEnd(400, " ");
  expect(statusesOf(await rawRequest(port, inBody))).toEqual([400]);
  const refusedEarly = `POST /api/nothing HTTP/1.1\r\nHost: x\r\nContent-Length: 70\r\n\r\n{"a":1}${get}Host: x\r\n\r\n`;
  expect(statusesOf(await rawRequest(port, refusedEarly))).toEqual([404]);
});

it("HT-05 finishes an answer before garbage behind the request closes the connection", async () => {
  const slow = openRoute({
    path: "/api/slow",
    handle: async () => {
      // The garbage arrived together with the request and is parsed in the first of these turns.
      for (let turns = 0; turns < 10; turns++) await turn();
      return "finished";
    },
  });
  const { port } = await serve([slow]);
  const received = await rawRequest(port, "GET /api/slow HTTP/1.1\r\nHost: x\r\n\r\n\x01\x02garbage\r\n\r\n");
  expect(statusesOf(received)).toEqual([200]);
  expect(received).toContain("finished");
});

it("A10 answers an unknown transfer coding with 501 after the requests before it, and accepts chunked in any case", async () => {
  const slow = openRoute({
    path: "/api/slow",
    handle: async () => {
      for (let turns = 0; turns < 10; turns++) await turn();
      return "finished";
    },
  });
  const { port } = await serve([...routes, slow]);
  for (const coding of ["gzip", "gzip, chunked", "xchunked"]) {
    const bytes = `GET /api/slow HTTP/1.1\r\nHost: x\r\n\r\n${post}Transfer-Encoding: ${coding}\r\n\r\n7\r\n{"a":1}\r\n0\r\n\r\n`;
    const received = await rawRequest(port, bytes);
    expect([coding, statusesOf(received)]).toEqual([coding, [200, 501]]);
    expect(received).toContain('"unsupported_transfer_coding"');
  }
  const chunked = `${post}Transfer-Encoding: Chunked\r\nConnection: close\r\n\r\n7\r\n{"a":1}\r\n0\r\n\r\n`;
  expect(statusesOf(await rawRequest(port, chunked))).toEqual([200]);
});

it("HT-01 closes a connection whose request head does not arrive in time", async () => {
  const { port } = await serve(routes, { headTimes: { headersTimeout: 200, connectionsCheckingInterval: 20 } });
  const [dripping, silent] = await Promise.all([rawRequest(port, `${get}Host: x\r\nX: a`), rawRequest(port, "")]);
  expect([statusesOf(dripping), statusesOf(silent)]).toEqual([[408], [408]]);
});

it("HT-01 allows less than 10 s for a request head", () => {
  expect(serverLimits.headersTimeout).toBeGreaterThan(0);
  expect(serverLimits.headersTimeout + serverLimits.connectionsCheckingInterval).toBeLessThan(10_000);
});

it("HT-10 answers TRACE and other methods with 404 or 405, and does not name its software", async () => {
  const { port, url } = await serve(routes);
  for (const [method, path] of [
    ["TRACE", "/api/open"],
    ["PROPFIND", "/"],
    ["TRACE", "/"],
    ["PATCH", "/api/open"],
  ]) {
    const [status] = statusesOf(await rawRequest(port, `${method} ${path} HTTP/1.1\r\nHost: x\r\n${close}`));
    expect([404, 405]).toContain(status);
  }
  for (const path of ["/.git/config", "/.env", "/assets/main.js.map", "/", "/metrics"]) {
    const answer = await fetch(url + path);
    expect([path, answer.status]).toEqual([path, 404]);
    expect([answer.headers.get("server"), answer.headers.get("x-powered-by")]).toEqual([null, null]);
  }
});

it("keeps serving after clients that disconnect", async () => {
  const { port, url } = await serve(routes);
  for (const bytes of [get, `${post}Content-Length: 7\r\n\r\n{"a"`, ""]) {
    await new Promise((resolve) => {
      const socket = connect(port, "127.0.0.1", () => socket.end(bytes, () => socket.resetAndDestroy())).once(
        "close",
        resolve,
      );
    });
  }
  expect((await fetch(`${url}/api/open`)).status).toBe(200);
});
