import { describe, expect, it } from "vitest";
import { rawRequest } from "../testing/raw-request.ts";
import { openRoute, serve } from "../testing/serve.ts";

const close = "Connection: close\r\n\r\n";

/** Serves one route with these settings. Returns a function that sends a request, whose `PORT` stands for the port of the server. */
async function served(settings: { host?: string; publicUrl?: string } = {}) {
  const { port } = await serve([openRoute()], settings);
  return async (request: string) => {
    const received = await rawRequest(port, `${request.replaceAll("PORT", String(port))}\r\n${close}`);
    return { status: Number(received.split(" ")[1]), received };
  };
}
const get = (host: string, path = "/api/open") => `GET ${path} HTTP/1.1\r\nHost: ${host}`;
const statusesOf = async (settings: { host?: string; publicUrl?: string }, hosts: readonly string[]) => {
  const send = await served(settings);
  return Promise.all(hosts.map(async (host) => (await send(get(host))).status));
};
const all = (status: number, hosts: readonly string[]) => hosts.map(() => status);

const localNames = ["localhost:PORT", "127.0.0.1:PORT", "[::1]:PORT", "LOCALHOST:PORT"];
const publicNames = ["id.example.com", "id.example.com:443", "ID.Example.COM"];
const strangers = [
  "evil.example",
  "evil.example:PORT",
  "localhost.evil.example:PORT",
  "localhost",
  "localhost:1",
  "127.0.0.1",
  "127.0.0.2:PORT",
  "0.0.0.0:PORT",
  "[::]:PORT",
  "id.example.com:PORT",
  "id.example.com:80",
  "id.example.com.",
  "sub.id.example.com",
];

describe("a Host header", () => {
  it.each(["127.0.0.1", "localhost", "::1", "127.0.0.9"])(
    "A8 names the public URL's host, or this machine with our port: listening on %s",
    async (host) => {
      const settings = { host, publicUrl: "https://id.example.com" };
      const known = [...localNames, ...publicNames];
      expect(await statusesOf(settings, known)).toEqual(all(200, known));
      expect(await statusesOf(settings, strangers)).toEqual(all(421, strangers));
    },
  );

  it.each(["0.0.0.0", "::", "192.0.2.7", "accounts", "localhost.example.com"])(
    "A8 names the public URL's host alone: listening on %s",
    async (host) => {
      const settings = { host, publicUrl: "https://id.example.com" };
      expect(await statusesOf(settings, publicNames)).toEqual(all(200, publicNames));
      const unknown = [...localNames, ...strangers];
      expect(await statusesOf(settings, unknown)).toEqual(all(421, unknown));
    },
  );

  it("A8 may have the port of a public URL that has one", async () => {
    const hosts = ["localhost:8080", "localhost", "localhost:80"];
    expect(await statusesOf({ host: "0.0.0.0", publicUrl: "http://localhost:8080" }, hosts)).toEqual([200, 421, 421]);
    expect(await statusesOf({ host: "0.0.0.0", publicUrl: "http://localhost" }, hosts)).toEqual([421, 200, 200]);
    expect(
      await statusesOf({ host: "0.0.0.0", publicUrl: "http://[2001:DB8::1]:8080" }, ["[2001:db8::1]:8080"]),
    ).toEqual([200]);
  });

  it("A8 that is unknown is answered 421 on every path but health, with a problem", async () => {
    const send = await served();
    for (const path of ["/", "/api/open", "/api/nothing", "/dev/inbox", "/openapi.json", "/healthy", "/assets/a.js"]) {
      const { status, received } = await send(get("evil.example", path));
      expect([path, status]).toEqual([path, 421]);
      expect(received).toContain("application/problem+json");
      expect(received).toContain('"code":"misdirected_request"');
    }
    for (const path of ["/health/live", "/health/ready"]) {
      expect((await send(get("evil.example", path))).status).toBe(200);
    }
    const preflight = "OPTIONS /api/open HTTP/1.1\r\nHost: evil.example\r\nOrigin: http://evil.example";
    expect((await send(preflight)).status).toBe(421);
    expect((await send("OPTIONS * HTTP/1.1\r\nHost: evil.example")).status).toBe(421);
  });

  const known = "GET http://localhost:PORT/api/open";
  it.each([
    ["none", "GET /api/open HTTP/1.1\r\nX: a", 400],
    ["two", "GET /api/open HTTP/1.1\r\nHost: localhost:PORT\r\nHost: localhost:PORT", 400],
    ["an empty one", "GET /api/open HTTP/1.1\r\nHost: ", 400],
    ["none, in HTTP/1.0", "GET /api/open HTTP/1.0\r\nX: a", 200],
    ["a known one, in HTTP/1.0", "GET /api/open HTTP/1.0\r\nHost: localhost:PORT", 200],
    ["an unknown one, in HTTP/1.0", "GET /api/open HTTP/1.0\r\nHost: evil.example", 421],
    ["a known one, and an absolute target", `${known} HTTP/1.1\r\nHost: localhost:PORT`, 200],
    ["none, and an absolute target in HTTP/1.0", `${known} HTTP/1.0\r\nX: a`, 200],
    ["none, and an unknown absolute target in HTTP/1.0", "GET http://evil.example/api/open HTTP/1.0\r\nX: a", 421],
    ["an unknown one, and the same absolute target", "GET http://evil.example/ HTTP/1.1\r\nHost: evil.example", 421],
    ["a known one, and another absolute target", "GET http://evil.example/ HTTP/1.1\r\nHost: localhost:PORT", 400],
    ["an unknown one, and a known absolute target", `${known} HTTP/1.1\r\nHost: evil.example`, 400],
    [
      "an unknown one, and a target with a user",
      "GET http://localhost@evil.example/ HTTP/1.1\r\nHost: evil.example",
      400,
    ],
  ])("A8 %s is answered as RFC 9112 says", async (_, request, status) => {
    const send = await served();
    expect((await send(request)).status).toBe(status);
  });
});
