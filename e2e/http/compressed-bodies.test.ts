/** @module-tag embedded/raw-http */
import { statusesOf } from "@attestory/http/testing/raw-request.ts";
import { beforeAll, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { givenAdmin } from "./admins.ts";
import { call, type Person } from "./client.ts";
import { codings, headersOf, pages, sendCompressed, spread, statusDue } from "./compressed-bodies.ts";
import { type DeclaredRoute, declaredRoutes, filled, named } from "./declared-routes.ts";
import { goodWrites } from "./good-writes.ts";
import { facts } from "./stored-log.ts";
import { exchange } from "./wire.ts";

let stack: SharedProduct;
let person: Person & { token: string; id: string };
let routes: DeclaredRoute[];
beforeAll(async () => {
  stack = await sharedProduct();
  person = await givenAdmin(stack);
  routes = await declaredRoutes(stack.url);
});

it("HT-04 rejects a compressed valid body on every call", async () => {
  const before = (await facts(stack)).length;
  const good = new Map((await goodWrites(stack.url, person)).map(({ route, body }) => [route, body]));
  for (const [coding, compress] of Object.entries(codings)) {
    for (const { method, path } of routes) {
      const body = compress(Buffer.from(JSON.stringify(good.get(named({ method, path })) ?? {})));
      const answer = await sendCompressed(stack.url, { method, path }, { coding, body, token: person.token });
      const seen = [coding, named({ method, path }), answer.status, answer.headers["accept-encoding"]];
      expect(seen).toEqual([coding, named({ method, path }), 415, "identity"]);
      expect(JSON.parse(answer.text).code).toBe("unsupported_encoding");
    }
  }
  expect((await facts(stack)).length).toBe(before);
  expect((await call(stack.url, "GET /api/auth/me", { token: person.token })).status).toBe(200);
});

it.each(Object.entries(codings))(
  "HT-04 rejects a small body that unpacks to twenty megabytes, on any call or page: %s",
  async (coding, compress) => {
    const body = compress(spread(20));
    for (const place of [...routes, ...pages]) {
      const { status } = await sendCompressed(stack.url, place, { coding, body, token: person.token });
      expect([named(place), status]).toEqual([named(place), statusDue(place, body)]);
    }
  },
);

it("HT-04 rejects a compressed body before any of it arrives", async () => {
  const { host } = new URL(stack.url);
  const lines = Object.entries(headersOf("gzip", person.token)).map(([name, value]) => `${name}: ${value}\r\n`);
  const expectRefused = async ({ method, path }: DeclaredRoute) => {
    const head = `${method} ${filled(path, crypto.randomUUID())} HTTP/1.1\r\nHost: ${host}\r\n${lines.join("")}`;
    const received = await exchange(stack.url, `${head}Content-Length: 5000\r\n\r\n`);
    expect([named({ method, path }), statusesOf(received)]).toEqual([named({ method, path }), [415]]);
    expect(received).toMatch(/\r\nConnection: close\r\n/);
  };
  await Promise.all(routes.map(expectRefused));
});
