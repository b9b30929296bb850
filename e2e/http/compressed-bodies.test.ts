import { brotliCompressSync, constants, deflateSync, gzipSync, zstdCompressSync } from "node:zlib";
import { rawRequest, statusesOf } from "@attestory/http/testing/raw-request.ts";
import { afterAll, beforeAll, expect, it } from "vitest";
import { residentMb } from "../process-memory.ts";
import { type Stack, startStack } from "../start-stack.ts";
import { call, member, type Person } from "./client.ts";
import { type DeclaredRoute, declaredRoutes, filled, named } from "./declared-routes.ts";
import { goodBodies } from "./good-bodies.ts";
import { facts } from "./stored-log.ts";
import { portOf, send } from "./wire.ts";

let stack: Stack;
let person: Person & { token: string; id: string };
let routes: DeclaredRoute[];
beforeAll(async () => {
  stack = await startStack({ LOG_LEVEL: "error" });
  person = await member(stack.url);
  routes = await declaredRoutes(stack.url);
});
afterAll(() => stack.remove());

const fast = { params: { [constants.BROTLI_PARAM_QUALITY]: 1 } };
const codings: Record<string, (body: Buffer) => Buffer> = {
  gzip: (body) => gzipSync(body),
  "x-gzip": (body) => gzipSync(body),
  deflate: (body) => deflateSync(body),
  br: (body) => brotliCompressSync(body, fast),
  zstd: (body) => zstdCompressSync(body),
  "gzip, gzip": (body) => gzipSync(gzipSync(body)),
  "identity, gzip": (body) => gzipSync(body),
};
/** JSON that would be a hundred megabytes. */
const spread = Buffer.concat([Buffer.from('{"email":"'), Buffer.alloc(100 * 1024 * 1024, "a"), Buffer.from('"}')]);
const headersOf = (coding: string) => ({
  ...{ "content-type": "application/json", "content-encoding": coding },
  authorization: `Bearer ${person.token}`,
});

it("HT-04 every call refuses a body that is compressed, though what is in it were right", async () => {
  const before = (await facts(stack)).length;
  const good = goodBodies(person);
  for (const [coding, compress] of Object.entries(codings)) {
    for (const { method, path } of routes) {
      const body = compress(Buffer.from(JSON.stringify(good[named({ method, path })] ?? {})));
      const headers = { ...headersOf(coding), "content-length": String(body.length) };
      const answer = await send(stack.url, method, filled(path, crypto.randomUUID()), { headers, body });
      const seen = [coding, named({ method, path }), answer.status, answer.headers["accept-encoding"]];
      expect(seen).toEqual([coding, named({ method, path }), 415, "identity"]);
      expect(JSON.parse(answer.text).code).toBe("unsupported_encoding");
    }
  }
  expect((await facts(stack)).length).toBe(before);
  expect((await call(stack.url, "GET", "/api/auth/me", { token: person.token })).status).toBe(200);
});

it("HT-04 a hundred megabytes in a small body are never unpacked, by any call or page", {
  timeout: 120_000,
}, async () => {
  const before = residentMb(stack);
  let most = before;
  for (const [coding, compress] of Object.entries(codings)) {
    const body = compress(spread);
    const headers = { ...headersOf(coding), "content-length": String(body.length) };
    for (const { method, path } of [...routes, { method: "GET", path: "/" }, { method: "POST", path: "/login" }]) {
      // Whatever is larger than the call takes is told so first; a page takes no notice of what came with the question.
      const due = path === "/" ? [200] : path === "/login" ? [405] : body.length > 100 * 1024 ? [413] : [415];
      const answers = await Promise.all(
        Array.from({ length: 4 }, () => send(stack.url, method, filled(path, crypto.randomUUID()), { headers, body })),
      );
      expect([coding, method, path, ...new Set(answers.map(({ status }) => status))]).toEqual([
        ...[coding, method, path, ...due],
      ]);
      most = Math.max(most, residentMb(stack));
    }
  }
  // One that is unpacked takes a hundred.
  expect(most - before).toBeLessThan(60);
});

it("HT-04 a compressed body is refused before any of it has come", async () => {
  const { host } = new URL(stack.url);
  const lines = Object.entries(headersOf("gzip")).map(([name, value]) => `${name}: ${value}\r\n`);
  const refused = async ({ method, path }: DeclaredRoute) => {
    const head = `${method} ${filled(path, crypto.randomUUID())} HTTP/1.1\r\nHost: ${host}\r\n${lines.join("")}`;
    const received = await rawRequest(portOf(stack.url), `${head}Content-Length: 5000\r\n\r\n`);
    expect([named({ method, path }), statusesOf(received)]).toEqual([named({ method, path }), [415]]);
    expect(received).toMatch(/\r\nConnection: close\r\n/);
  };
  await Promise.all(routes.map(refused));
});
