import { hash } from "node:crypto";
import { readdirSync } from "node:fs";
import { createServer, type Server } from "node:http";
import type { AddressInfo } from "node:net";
import { fileURLToPath } from "node:url";
import { securityHeaders } from "@attestory/http/security/security-headers.ts";
import { afterAll, beforeAll, describe, expect, onTestFinished, test } from "vitest";
import { allRoutes } from "./all-routes.ts";
import { askRaw } from "./raw-answer.ts";
import { type Gateway, gatewayMissing, startGateway } from "./start-gateway.ts";

const missing = gatewayMissing();
const [asset] = readdirSync(fileURLToPath(new URL("../../web/dist/assets", import.meta.url)));

describe.skipIf(missing)(`the responses of the gateway itself${missing ? ` (left out: ${missing})` : ""}`, () => {
  let gateway: Gateway;
  let api: Server;
  let allow = "";
  beforeAll(async () => {
    api = createServer((_, response) => response.writeHead(405, allow ? { allow } : {}).end()).listen(0, "127.0.0.1");
    await new Promise((resolve) => api.once("listening", resolve));
    // Nothing listens at port 1: the command side is unavailable.
    gateway = await startGateway([1], [(api.address() as AddressInfo).port]);
  });
  afterAll(async () => {
    await gateway.stop();
    api.closeAllConnections();
    api.close();
  });

  const raw = (request: string) => askRaw(Number(new URL(gateway.url).port), request);
  const asking = (method: string, path: string, ...more: string[]) =>
    [`${method} ${path} HTTP/1.1`, "Host: localhost", "Connection: close", ...more, "", ""].join("\r\n");

  interface Refusal {
    what: string;
    request: string;
    status: number;
    code: string;
    methods?: string;
  }
  const refusals: Refusal[] = [
    {
      what: "a line that is no HTTP",
      request: "GET / HTTP/1.1\r\nno header\r\nHost: a\r\n\r\n",
      status: 400,
      code: "malformed_request",
    },
    {
      what: "no host",
      request: "GET / HTTP/1.1\r\nConnection: close\r\n\r\n",
      status: 400,
      code: "malformed_request",
    },
    { what: "two hosts", request: asking("GET", "/", "Host: other"), status: 400, code: "malformed_request" },
    {
      what: "a target that names a host",
      request: asking("POST", "http://evil.example/api/auth/register"),
      status: 400,
      code: "malformed_request",
    },
    {
      what: "an asset that is not there",
      request: asking("GET", "/assets/gone-00000000.js"),
      status: 404,
      code: "not_found",
    },
    { what: "the folder of assets", request: asking("GET", "/assets/"), status: 404, code: "not_found" },
    { what: "a source map", request: asking("GET", "/assets/main.js.map"), status: 404, code: "not_found" },
    { what: "its own pages", request: asking("GET", "/gateway/refused"), status: 404, code: "not_found" },
    {
      what: "an asset that is written",
      request: asking("POST", `/assets/${asset}`, "Content-Length: 0"),
      status: 405,
      code: "method_not_allowed",
      methods: "GET, HEAD",
    },
    {
      what: "TRACE",
      request: asking("TRACE", "/api/auth/me"),
      status: 405,
      code: "method_not_allowed",
      methods: "GET, HEAD, POST, PUT, DELETE, OPTIONS",
    },
    {
      what: "300 kB",
      request: asking("POST", "/api/auth/login", "Content-Length: 300000"),
      status: 413,
      code: "body_too_large",
    },
    {
      what: "a header of 40 kB",
      request: asking("GET", "/", `X-Long: ${"x".repeat(40_000)}`),
      status: 431,
      code: "headers_too_large",
    },
    {
      what: "a path of 40 kB",
      request: asking("GET", `/${"x".repeat(40_000)}`),
      status: 431,
      code: "headers_too_large",
    },
    {
      what: "a version of HTTP that it does not speak",
      request: "GET / HTTP/2.0\r\nHost: a\r\n\r\n",
      status: 505,
      code: "http_version_not_supported",
    },
    {
      what: "a coding that it does not know",
      request: asking("POST", "/", "Transfer-Encoding: x"),
      status: 501,
      code: "not_implemented",
    },
    {
      what: "a call to a side that is gone",
      request: asking("POST", "/api/auth/login", "Content-Length: 0"),
      status: 503,
      code: "unavailable",
    },
  ];
  test.each(refusals)(
    "HT-06 HT-10 refuses $what as the APIs refuse",
    async ({ request, status, code, methods = null }) => {
      const { headers, body, ...answer } = await raw(request);
      expect(answer.status).toBe(status);
      expect(JSON.parse(body)).toEqual({ message: expect.stringMatching(/^[A-Z].+$/), code });
      expect(headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
      for (const [name, value] of Object.entries(securityHeaders))
        expect([name, headers.get(name)]).toEqual([name, value]);
      expect(headers.get("allow")).toBe(methods);
      expect(headers.get("retry-after")).toBe(status === 503 ? "1" : null);
      // nginx can hide its version but not its name.
      expect(headers.get("server")).toBe("nginx");
    },
  );

  test("shows a page that retries by itself when the app is unavailable", async () => {
    const accept = "text/html,application/xhtml+xml,application/xml;q=0.9,*/*;q=0.8";
    const alone = await startGateway([1], [1]);
    onTestFinished(() => alone.stop());
    const page = await fetch(`${alone.url}/dashboard?from=/api/`, { headers: { accept } });
    expect([page.status, page.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
    expect([page.headers.get("retry-after"), page.headers.get("x-frame-options")]).toEqual(["1", "DENY"]);
    const text = await page.text();
    expect(text).toMatch(/http-equiv="refresh" content="3".*cannot be reached/);
    // The page's only style is the one that its policy allows.
    const style = hash("sha256", /<style>(.+)<\/style>/.exec(text)?.[1] ?? "", "base64");
    expect(page.headers.get("content-security-policy")).toBe(
      `default-src 'none'; style-src 'sha256-${style}'; frame-ancestors 'none'`,
    );
    for (const [path, asked] of [
      ["/api/auth/me", accept],
      ["/dashboard", "*/*"],
    ] as const) {
      const call = await fetch(alone.url + path, { headers: { accept: asked } });
      expect([call.status, await call.json()]).toMatchObject([503, { code: "unavailable" }]);
    }
    // A sign-out that an application asks for is a page, and may be in a window of the application's.
    const signOut = await fetch(`${alone.url}/api/oauth/end_session?state=1`, { headers: { accept } });
    expect([signOut.status, signOut.headers.get("content-type")]).toEqual([503, "text/html; charset=utf-8"]);
    expect(signOut.headers.get("cross-origin-opener-policy")).toBe("unsafe-none");
  });

  test("I7 logs an unavailable API without the request's contents", async () => {
    const path = "/api/auth/verify-email?token=canary";
    expect((await fetch(gateway.url + path)).status).toBe(503);
    await expect
      .poll(gateway.output)
      .toMatch(/^{.*"upstream did not answer","method":"GET","side":"command".*"status":503}$/m);
    const logged = gateway
      .output()
      .trim()
      .split("\n")
      .map((line) => JSON.parse(line));
    expect(logged.at(-1)).toMatchObject({ upstreams: "127.0.0.1:1", answered: "502" });
    expect(gateway.output()).not.toMatch(/canary|verify-email/);
  });

  test("HT-10 lists a path's methods of both services, whichever answers", async () => {
    const routes = (await allRoutes()).map(({ method, ...route }) => ({ ...route, method: method.toUpperCase() }));
    const methodsOf = (path: string, side: string) =>
      routes.filter((route) => route.path === path && route.side === side).map(({ method }) => method);
    const paths = new Set(routes.map(({ path }) => path).filter((path) => methodsOf(path, "query").length > 0));
    for (const path of paths) {
      const [query, command] = [methodsOf(path, "query"), methodsOf(path, "command")];
      allow = [...query, ...(query.includes("GET") ? ["HEAD"] : []), "OPTIONS"].join(", ");
      const all = [...query, ...(query.includes("GET") ? ["HEAD"] : []), ...command, "OPTIONS"].join(", ");
      const at = path.replaceAll(/\{\w+\}/g, "9b2f3d0e-0000-4000-8000-000000000000");
      const answer = await fetch(gateway.url + at);
      expect([path, answer.headers.get("allow")]).toEqual([path, all]);
    }
    allow = "";
    expect((await fetch(`${gateway.url}/api/user/sessions`)).headers.get("allow")).toBeNull();
  });
});
