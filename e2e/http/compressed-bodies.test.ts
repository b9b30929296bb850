/** @module-tag embedded/raw-http */
import { statusesOf } from "@attestory/http/testing/raw-request.ts";
import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin } from "./admins.ts";
import { call, type Person } from "./client.ts";
import { codings, headersOf, pages, refusalOfCoding, sendCompressed, spread, statusDue } from "./compressed-bodies.ts";
import { type DeclaredRoute, declaredRoutes, filled, named } from "./declared-routes.ts";
import { goodWrites } from "./good-writes.ts";
import { facts } from "./stored-log.ts";
import { exchange } from "./wire.ts";

const stack = sharedProductScene();
let person: Person & { token: string; id: string };
let routes: DeclaredRoute[];
beforeAll(async () => {
  person = await givenAdmin(stack);
  // The others, which are all reads without a body, answer 401 to a session before anything else.
  routes = (await declaredRoutes(stack.url)).filter(({ open, takesSession }) => open || takesSession);
});

it("HT-04 rejects a compressed valid body on every call", async () => {
  const before = (await facts(stack)).length;
  const good = new Map((await goodWrites(stack.url, person)).map(({ route, body }) => [route, body]));
  for (const [coding, compress] of Object.entries(codings)) {
    for (const route of routes) {
      const name = named(route);
      const due = refusalOfCoding(route);
      const body = compress(Buffer.from(JSON.stringify(good.get(name) ?? {})));
      const answer = await sendCompressed(stack.url, route, { coding, body, token: person.token });
      const seen = [coding, name, answer.status, answer.headers["accept-encoding"]];
      expect(seen).toEqual([coding, name, due.status, "identity"]);
      expect(JSON.parse(answer.text), name).toMatchObject(due.body);
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
  const expectRefused = async (route: DeclaredRoute) => {
    const { method, path } = route;
    const head = `${method} ${filled(path, crypto.randomUUID())} HTTP/1.1\r\nHost: ${host}\r\n${lines.join("")}`;
    const received = await exchange(stack.url, `${head}Content-Length: 5000\r\n\r\n`);
    expect([named(route), statusesOf(received)]).toEqual([named(route), [refusalOfCoding(route).status]]);
    expect(received).toMatch(/\r\nConnection: close\r\n/);
  };
  await Promise.all(routes.map(expectRefused));
});
