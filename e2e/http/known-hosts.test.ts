import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenSignedInUser, newPerson } from "./client.ts";
import { declaredRoutes, filled } from "./declared-routes.ts";
import { when } from "./stored-log.ts";
import { jsonHeaders, send } from "./wire.ts";

const product = sharedProductScene();
let port: string;
beforeAll(() => {
  port = new URL(product.url).port;
});

/** As a page of another site sends it, whose name its owner now points at this address: for the browser, that is the same origin. */
const fromRebound = (host: string): Record<string, string> => ({
  host,
  origin: `http://${host}`,
  "sec-fetch-site": "same-origin",
});
const hosts = () => ["evil.example", `evil.example:${port}`, `localhost.evil.example:${port}`];

describe("A8 a request to an unknown host", () => {
  it("A8 is answered 421 on every call and page, with or without a session, and does nothing", async () => {
    const { token } = await givenSignedInUser(product.url);
    const calls = (await declaredRoutes(product.url)).filter(({ path }) => !path.startsWith("/health/"));
    const asked = [
      ...calls.map(({ method, path }) => `${method} ${filled(path, crypto.randomUUID())}`),
      ...["/", "/login", "/dashboard", "/dev/inbox", "/api/dev/inbox"].map((path) => `GET ${path}`),
    ];

    const { events } = await when(product, async () => {
      for (const host of hosts()) {
        for (const request of asked) {
          const headers = { ...fromRebound(host), authorization: `Bearer ${token}` };
          const { status, text } = await send(product.url, request, { headers });
          expect([request, status, JSON.parse(text).code]).toEqual([request, 421, "misdirected_request"]);
        }
      }
    });

    expect(events).toEqual([]);
  });

  it("A8 registers nobody", async () => {
    const body = JSON.stringify(newPerson());
    const headers = { ...fromRebound("evil.example"), ...jsonHeaders(body) };

    const { response, events } = await when(product, () =>
      send(product.url, "POST /api/auth/register", { headers, body }),
    );

    expect([response.status, events]).toEqual([421, []]);
  });

  it("A8 is answered for probes of health", async () => {
    const { status } = await send(product.url, "GET /health/live", { headers: { host: "10.0.0.7:3000" } });
    expect(status).toBe(200);
  });

  it("A8 reaches the emails of the dev inbox by this machine's own names alone", {
    tags: ["embedded/dev-inbox"],
  }, async () => {
    const statusOf = async (host: string) =>
      (await send(product.url, "GET /api/dev/inbox", { headers: { host } })).status;
    for (const name of ["localhost", "127.0.0.1", "[::1]"]) expect(await statusOf(`${name}:${port}`)).toBe(200);
    for (const host of [...hosts(), "localhost", `192.0.2.7:${port}`]) expect(await statusOf(host)).toBe(421);
  });
});

describe("a page by another name of this machine", { tags: ["embedded/one-process"] }, () => {
  it("FA-09 leads to the same page at the service's address, which its forms then name", async () => {
    const host = `127.0.0.1:${port}`;
    for (const path of ["/login?redirect=%2Fdashboard", "/oauth/authorize?client_id=x", "/nowhere"]) {
      const { status, headers } = await send(product.url, `GET ${path}`, { headers: { host, accept: "text/html" } });
      expect([path, status, headers.location]).toEqual([path, 302, `${product.url}${path}`]);
    }
    const body = JSON.stringify(newPerson());
    const headers = { host, origin: `http://${host}`, "sec-fetch-site": "same-origin", ...jsonHeaders(body) };
    const { status, text } = await send(product.url, "POST /api/auth/register", { headers, body });
    expect([status, JSON.parse(text).message]).toEqual([
      403,
      `This service is at ${product.url}. Open it there and try again`,
    ]);
  });
});
