/** @module-tag random */
import { randomUUID } from "node:crypto";
import { statusesOf } from "@attestory/http/testing/raw-request.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin } from "./admins.ts";
import { withoutGrant } from "./any-origin.ts";
import { call, emailTo, newPerson, type Person, register, signIn } from "./client.ts";
import { declaredRoutes, filled } from "./declared-routes.ts";
import { fewOf } from "./few-of.ts";
import { goodWrites } from "./good-writes.ts";
import { exchange, jsonHeaders, send } from "./wire.ts";

const stack = sharedProductScene();
let person: Person & { token: string; id: string };
/** The length of the product's log output before the test. */
let logged: number;
beforeAll(async () => {
  logged = stack.output().length;
  person = await givenAdmin(stack);
});

const splits = [
  "\r\nX-Injected: 1",
  "\nX-Injected: 1",
  "\rX-Injected: 1",
  "\r\n\r\nHTTP/1.1 200 OK\r\nX-Injected: 1\r\n\r\n<script>1</script>",
  "%0d%0aX-Injected:%201",
  "%0aX-Injected:1",
  "%250d%250aX-Injected:1",
  "\\r\\nX-Injected: 1",
  "\u560d\u560aX-Injected: 1",
  "\u2028X-Injected: 1",
  "\u0085X-Injected: 1",
  "%E5%98%8D%E5%98%8AX-Injected:1",
];
/** Every header that the product ever sends, but for the grant to every origin; an injected header is none of these. */
const known = new Set(
  `allow cache-control connection content-length content-security-policy content-type cross-origin-opener-policy
   cross-origin-resource-policy date etag keep-alive link permissions-policy referrer-policy retry-after set-cookie
   strict-transport-security transfer-encoding www-authenticate x-content-type-options x-frame-options x-log-position
   x-request-id vary accept`.split(/\s+/),
);

const expectOurs = (headers: Record<string, string | string[] | undefined>, label: string) => {
  for (const [name, value] of Object.entries(headers)) {
    expect(known, `${label}: ${name}`).toContain(name);
    expect(String(value), `${label}: ${name}`).not.toMatch(/injected/i);
  }
};

describe("response headers", () => {
  it("IN-06 contain nothing from the fields of a body", { tags: ["embedded/exact-headers"] }, async () => {
    const writes = await goodWrites(stack.url, person);
    const all = writes.flatMap((write) =>
      Object.keys(write.body)
        .filter((name) => !/password/i.test(name))
        .flatMap((field) => splits.map((split) => ({ ...write, field, split }))),
    );
    for (const { method, path, body: good, field, split } of fewOf(all, 5)) {
      const body = JSON.stringify({ ...good, [field]: `${good[field]}${split}` });
      const headers = { ...jsonHeaders(body), authorization: `Bearer ${person.token}` };
      const answer = await send(stack.url, `${method} ${filled(path, randomUUID())}`, { headers, body });
      expect(answer.status, body).toBeLessThan(500);
      expectOurs(answer.headers, body);
    }
  });

  it("IN-06 contain nothing from the path, the query or the headers of the request", {
    tags: ["embedded/exact-headers"],
  }, async () => {
    const sent = ["x-request-id", "x-log-position", "idempotency-key", "origin", "x-forwarded-host", "accept-language"];
    const routes = await declaredRoutes(stack.url);
    const pairs = routes.flatMap((route) => splits.map((split) => ({ route, encoded: encodeURIComponent(split) })));
    for (const { route, encoded } of fewOf(pairs, 7)) {
      const { method, path } = route;
      const value = encoded.replaceAll("%", "_");
      const headers = Object.fromEntries([...sent, "cookie", "range", "if-none-match"].map((name) => [name, value]));
      const queried = `${filled(path, encoded)}?token=${encoded}&redirect=${encoded}&${encoded}=1`;
      for (const asked of [queried, `${path}/${encoded}`, `/login?redirect=${encoded}`]) {
        const answer = await send(stack.url, `${method} ${asked}`, { headers });
        expect(answer.status, asked).toBeLessThan(500);
        expectOurs(withoutGrant(asked, answer.headers), `${method} ${asked}`);
        expect(JSON.stringify(answer.headers)).not.toContain(value);
      }
    }
  });

  it("IN-06 carry the service's own request id, and no redirect that the request names", async () => {
    const theirs = randomUUID();
    const headers = { "x-request-id": theirs, "x-correlation-id": theirs };
    const { status, headers: answered } = await call(stack.url, "GET /health/live", { headers });
    expect([status, answered.get("x-request-id") === theirs]).toEqual([200, false]);
    for (const path of [
      "/login?redirect=//evil.example",
      "//evil.example",
      "//evil.example/%2e%2e",
      "/\\evil.example",
    ]) {
      const answer = await send(stack.url, `GET ${path}`);
      expect([answer.status < 300 || answer.status === 404, answer.headers.location]).toEqual([true, undefined]);
    }
  });

  it("IN-06 of an email contain nothing that a user entered", async () => {
    const names = { firstName: "Ada %0d%0aBcc: evil@example.com", lastName: "\\r\\nBcc: evil@example.com" };
    const newcomer = newPerson(names as never);
    await register(stack.url, newcomer);
    const email = await emailTo(stack.url, newcomer.email);
    expect([email.to, email.subject]).toEqual([newcomer.email, "Verify your email address"]);
    for (const split of splits) {
      for (const body of [
        { ...newPerson(), email: `a${split}@example.com` },
        { ...newPerson(), email: `a@example.com${split}` },
      ]) {
        expect((await call(stack.url, "POST /api/auth/register", { body })).status, split).toBe(400);
      }
    }
  });
});

const host = () => new URL(stack.url).host;
const withAuthorization = (value: Buffer | string, more = "") =>
  Buffer.concat([
    Buffer.from(`GET /api/auth/me HTTP/1.1\r\nhost: ${host()}\r\nconnection: close\r\n${more}authorization: `),
    Buffer.from(value as string),
    Buffer.from("\r\n\r\n"),
  ]);
const base64 = (text: string) => Buffer.from(text).toString("base64");

describe("an Authorization header", () => {
  let good: string;
  beforeAll(async () => {
    good = await signIn(stack.url, person);
  });

  const refused: Record<string, string | Buffer> = {
    empty: "",
    "a scheme alone": "Bearer",
    "a scheme and a space": "Bearer ",
    "an encoded space": "Bearer%20x",
    "a tab": "Bearer\tx",
    "two tokens": "Bearer a b",
    "a comma": "Bearer a, Bearer b",
    "bytes that are no ASCII": Buffer.from("Bearer \u00e9\u4e2d", "utf8"),
    "bytes that are no UTF-8": Buffer.from([0x42, 0x65, 0x61, 0x72, 0x65, 0x72, 0x20, 0xff, 0xfe, 0x80]),
    "another scheme": "Token abc",
    "a scheme that no one has": "B\u00e9arer abc",
    "no scheme": "abc",
    "basic with bad base64": "Basic !!!!",
    "basic with cut base64": "Basic YTp",
    "basic without a colon": `Basic ${base64("abc")}`,
    "basic with a person's password": `Basic ${base64("admin:admin")}`,
    "basic with NUL": `Basic ${base64("a\0b:\0")}`,
    "basic without anything": "Basic",
    digest: 'Digest username="admin", realm="x"',
    negotiate: `Negotiate ${base64("x")}`,
    "a JWT of nothing": "Bearer ..",
    "a JWT of brackets": `Bearer ${base64("{}")}.${base64("{}")}.`,
    quotes: 'Bearer "abc"',
    percent: "Bearer %s%n%x",
    "a path": "Bearer ../../etc/passwd",
    "2,048 letters": `Bearer ${"a".repeat(2_048)}`,
    "10 kB": `Bearer ${"a".repeat(10_240)}`,
    "10 kB of spaces": `Bearer ${" ".repeat(10_240)}x`,
    "10 kB of equals signs": `Bearer a${"=".repeat(10_240)}`,
  };

  it.each(Object.entries(refused))(
    "IN-07 is answered with 401 and no logged error if malformed (%s)",
    async (_, value) => {
      const received = await exchange(stack.url, withAuthorization(value));
      expect(statusesOf(received)).toEqual([401]);
      expect(received).toContain('"code":"not_signed_in"');
      // The Authorization header alone decides: a valid cookie beside it does not help.
      const cookie = `cookie: __Host-session=${good}\r\n`;
      expect(statusesOf(await exchange(stack.url, withAuthorization(value, cookie)))).toEqual([401]);
      expect(stack.output().slice(logged)).not.toContain('"level":"error"');
    },
  );

  it("IN-07 is answered with 431 at 64 kB, 400 with a NUL or a bare line end, 401 if sent twice", {
    tags: ["embedded/raw-http"],
  }, async () => {
    expect(statusesOf(await exchange(stack.url, withAuthorization(`Bearer ${"a".repeat(65_536)}`)))).toEqual([431]);
    for (const value of [`Bearer ${good}\0`, "Bearer \0", `Bearer ${good}\nx: y\0`, "Bearer a\rb"]) {
      expect(statusesOf(await exchange(stack.url, withAuthorization(value))), value).toEqual([400]);
    }
    const twice = `authorization: Bearer ${good}\r\n`;
    expect(statusesOf(await exchange(stack.url, withAuthorization(`Bearer ${good}`, twice)))).toEqual([401]);
    expect(statusesOf(await exchange(stack.url, withAuthorization(`Bearer ${good}`)))).toEqual([200]);
    expect(statusesOf(await exchange(stack.url, withAuthorization(`bEaReR   ${good}  `)))).toEqual([200]);
    expect(stack.output().slice(logged)).not.toContain('"level":"error"');
  });
});
