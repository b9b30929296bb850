/** @module-tag embedded/raw-http */
import { statusesOf } from "@attestory/http/testing/raw-request.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin } from "./admins.ts";
import { call, type Person } from "./client.ts";
import { declaredRoutes, filled, named } from "./declared-routes.ts";
import { facts } from "./stored-log.ts";
import { exchange } from "./wire.ts";

const stack = sharedProductScene();
let person: Person & { token: string; id: string };
let host: string;
beforeAll(async () => {
  person = await givenAdmin(stack);
  host = `Host: ${new URL(stack.url).host}\r\n`;
});

const exchanged = (bytes: string) => exchange(stack.url, Buffer.from(bytes, "latin1"));
const bearer = () => `Authorization: Bearer ${person.token}\r\n`;
const get = (version = "1.1") => `GET /api/auth/me HTTP/${version}\r\n`;
const put = () =>
  `PUT /api/user/profile HTTP/1.1\r\n${host}${bearer()}Content-Type: application/json\r\nX-Log-Position: 1-1\r\n`;
const names = '{"firstName":"Smuggled","lastName":""}';
const chunked = "Transfer-Encoding: chunked\r\n";
const chunk = `${names.length.toString(16)}\r\n${names}\r\n`;
const many = (count: number) => Array.from({ length: count }, (_, n) => `X-${n}: 1\r\n`).join("");

const refused: [what: string, request: () => string, status: number][] = [
  ["64 kB of header", () => `${get()}${host}${bearer()}X: ${"x".repeat(65_536)}\r\n\r\n`, 431],
  ["64 kB of Authorization", () => `${get()}${host}Authorization: Bearer ${"x".repeat(65_536)}\r\n\r\n`, 431],
  ["2,000 headers", () => `${get()}${host}${bearer()}${many(2_000)}\r\n`, 431],
  ["a target of 64 kB", () => `GET /api/${"x".repeat(65_536)} HTTP/1.1\r\n${host}\r\n`, 431],
  [
    "a transfer coding and a length",
    () => `${put()}${chunked}Content-Length: ${names.length}\r\n\r\n${chunk}0\r\n\r\n`,
    400,
  ],
  ["a length and a transfer coding", () => `${put()}Content-Length: 4\r\n${chunked}\r\n${chunk}0\r\n\r\n`, 400],
  ["two lengths", () => `${put()}Content-Length: ${names.length}\r\nContent-Length: 4\r\n\r\n${names}`, 400],
  ["two transfer codings", () => `${put()}${chunked}Transfer-Encoding: identity\r\n\r\n${chunk}0\r\n\r\n`, 400],
  ["a disguised transfer coding", () => `${put()}Transfer-Encoding : chunked\r\n\r\n${chunk}0\r\n\r\n`, 400],
  ["an unknown transfer coding", () => `${put()}Transfer-Encoding: xchunked\r\n\r\n${chunk}0\r\n\r\n`, 501],
  ["a second transfer coding", () => `${put()}Transfer-Encoding: gzip, chunked\r\n\r\n${chunk}0\r\n\r\n`, 501],
  ["a length with a sign", () => `${put()}Content-Length: +${names.length}\r\n\r\n${names}`, 400],
  ["a folded header", () => `${get()}${host}X: a\r\n ${bearer()}\r\n`, 400],
  ["a folded Authorization", () => `${get()}${host}Authorization: Bearer\r\n ${person.token}\r\n\r\n`, 400],
  ["bare line feeds", () => `${get()}${host}${bearer()}\r\n`.replaceAll("\r\n", "\n"), 400],
  ["no Host", () => `${get()}${bearer()}\r\n`, 400],
  ["two Hosts", () => `${get()}${host}Host: evil.example\r\n${bearer()}\r\n`, 400],
  ["a target of another host", () => `GET http://evil.example/api/auth/me HTTP/1.1\r\n${host}${bearer()}\r\n`, 400],
  ["HTTP/1.0 with a transfer coding", () => `${put().replace("1.1", "1.0")}${chunked}\r\n${chunk}0\r\n\r\n`, 400],
  ["HTTP/2 without asking", () => "PRI * HTTP/2.0\r\n\r\nSM\r\n\r\n", 400],
  ["20 kB of chunk extension", () => `${put()}${chunked}\r\n26;${"x".repeat(20_000)}\r\n${names}\r\n0\r\n\r\n`, 413],
  ["a chunk whose length is none", () => `${put()}${chunked}\r\n0x26\r\n${names}\r\n0\r\n\r\n`, 400],
  ["TRACE", () => `TRACE /api/auth/me HTTP/1.1\r\n${host}${bearer()}Connection: close\r\n\r\n`, 405],
  ["a tunnel", () => `CONNECT evil.example:443 HTTP/1.1\r\n${host}\r\n`, 405],
  ["an unknown method", () => `BREW /api/auth/me HTTP/1.1\r\n${host}\r\n`, 405],
];

describe("an ambiguous or oversized request", () => {
  it.each(refused)("HT-05 A10 is refused once, and its connection closed: %s", async (_, request, status) => {
    const before = (await facts(stack)).length;
    // If the server misread the first request, the text after it would count as another request.
    const received = await exchanged(`${request()}${get()}${host}${bearer()}\r\n`);
    expect(statusesOf(received), received).toEqual([status]);
    expect(received).toMatch(/\r\nConnection: close\r\n/i);
    expect(received).toContain("\r\nContent-Type: application/problem+json");
    expect(received).not.toContain(person.email);
    expect((await facts(stack)).length).toBe(before);
    expect((await call(stack.url, "GET /api/auth/me", { token: person.token })).status).toBe(200);
  });

  it("HT-05 is not HTTP/1.0, an absolute target, a small chunk extension or a pipelined request", async () => {
    const close = "Connection: close\r\n\r\n";
    const fine: [string, number[]][] = [
      [`${get("1.0")}${bearer()}\r\n`, [200]],
      [`GET ${stack.url}/api/auth/me HTTP/1.1\r\n${host}${bearer()}${close}`, [200]],
      [`${put()}${chunked}${close}26;a=b\r\n${names}\r\n0\r\n\r\n`, [200]],
      [`${put()}${chunked}Trailer: X-T\r\n${close}${chunk}0\r\nX-T: 1\r\n\r\n`, [200]],
      [`${get()}${host}${bearer()}\r\n${get()}${host}\r\n${get()}${host}${bearer()}${close}`, [200, 401, 200]],
      [`${put()}Content-Length: ${names.length}\r\n\r\n${names}${get()}${host}${close}`, [200, 401]],
    ];
    for (const [bytes, statuses] of fine) {
      const received = await exchanged(bytes);
      expect([bytes, statusesOf(received)]).toEqual([bytes, statuses]);
    }
    // A request inside a body is part of the body.
    const inside = `{"firstName":"${"x".repeat(10)}","lastName":""}`;
    const smuggled = `${put()}Content-Length: ${inside.length + 40}\r\n${close}${inside}${get()}${host}${bearer()}\r\n`;
    expect(statusesOf(await exchanged(smuggled))).toEqual([400]);
  });
});

describe("a body over 100 kB", () => {
  it("HT-02 is refused by every call, announced or streamed, without waiting for it", async () => {
    const declared = await declaredRoutes(stack.url);
    const writes = declared.filter(({ method, oauth, open, takesSession, upload }) => {
      return method !== "GET" && (oauth || open || takesSession) && !upload;
    });
    expect(writes.map(named)).toContain("POST /api/auth/register");
    const before = (await facts(stack)).length;
    const requests = writes.flatMap(({ method, path, oauth }) => {
      const at = filled(path, person.token.split("_")[1] ?? "");
      const head = `${method} ${at} HTTP/1.1\r\n${host}${bearer()}Content-Type: application/json\r\n`;
      const refusal = oauth ? '"error":"invalid_request","error_description":"This is too large' : '"body_too_large"';
      return [
        `${head}Content-Length: 102401\r\n\r\n{`,
        `${head}Content-Length: 1073741824\r\n\r\n`,
        `${head}${chunked}\r\n1f400\r\n${" ".repeat(128_000)}`,
      ].map((bytes) => ({ bytes, asked: bytes.slice(0, 60), refusal }));
    });
    const answers = await Promise.all(
      requests.map(async ({ bytes, ...expected }) => ({ ...expected, received: await exchanged(bytes) })),
    );
    for (const { asked, refusal, received } of answers) {
      expect([asked, statusesOf(received)]).toEqual([asked, [413]]);
      expect(received, asked).toContain(refusal);
    }
    expect((await facts(stack)).length).toBe(before);
  });

  it("HT-02 is refused by an import that announces over 100 MB of JSON", async () => {
    const head = `POST /api/admin/import HTTP/1.1\r\n${host}${bearer()}Content-Type: application/json\r\n`;
    const received = await exchanged(`${head}Content-Length: ${100 * 1024 * 1024 + 1}\r\n\r\n{`);
    expect([statusesOf(received), received]).toEqual([[413], expect.stringContaining("102,400 kB")]);
  });

  it("HT-02 is refused without a sign-in before it is measured", async () => {
    const anonymous = `PUT /api/user/profile HTTP/1.1\r\n${host}Content-Type: application/json\r\n`;
    expect(statusesOf(await exchanged(`${anonymous}Content-Length: 1073741824\r\n\r\n`))).toEqual([401]);
  });
});
