import { readdirSync } from "node:fs";
import { fileURLToPath } from "node:url";
import { afterAll, beforeAll, describe, expect, test } from "vitest";
import { allRoutes } from "./all-routes.ts";
import { type Echo, startEcho } from "./echo-server.ts";
import { type Gateway, gatewayMissing, startGateway } from "./start-gateway.ts";
import { writeDocuments } from "./write-documents.ts";

const missing = gatewayMissing();

describe.skipIf(missing)(`the gateway${missing ? ` (left out: ${missing})` : ""}`, () => {
  let gateway: Gateway;
  let [command, otherCommand, query]: Echo[] = [];

  beforeAll(async () => {
    await writeDocuments();
    [command, otherCommand, query] = [await startEcho("command"), await startEcho("command"), await startEcho("query")];
    gateway = await startGateway([command.port, otherCommand.port], [query.port]);
  });
  afterAll(async () => {
    await gateway?.stop();
    for (const each of [command, otherCommand, query]) {
      each?.server.closeAllConnections();
      each?.server.close();
    }
  });
  const ask = (path: string, init: RequestInit = {}) => fetch(`${gateway.url}${path}`, { redirect: "manual", ...init });
  const lastSeen = () => [command, otherCommand, query].flatMap((each) => each?.seen ?? []).at(-1);

  test("routes every declared call to the service that declares it", async () => {
    const routes = await allRoutes();
    expect(routes.length).toBeGreaterThan(12);
    for (const { side, method, path } of routes) {
      const at = path.replaceAll(/\{\w+\}/g, "9b2f3d0e-0000-4000-8000-000000000000");
      const answer = await (await ask(at, { method: method.toUpperCase() })).text();
      expect(answer).toBe(`${side} ${method.toUpperCase()} ${at}`);
    }
  });

  test("routes a method that a path does not take to a service that knows the path, which refuses it", async () => {
    for (const [method, path, side] of [
      ["PUT", "/api/auth/login", "command"],
      ["GET", "/api/auth/login?from=%2F", "command"],
      ["POST", "/api/user/sessions/9b2f3d0e-0000-4000-8000-000000000000", "command"],
      ["POST", "/api/auth/me", "query"],
      ["PUT", "/api/user/sessions", "query"],
    ] as const) {
      expect(await (await ask(path, { method })).text()).toBe(`${side} ${method} ${path}`);
    }
    await ask("/api/user/sessions", { method: "HEAD" });
    expect(query?.seen.at(-1)).toMatchObject({ method: "HEAD", url: "/api/user/sessions" });
  });

  test("routes pages and unknown paths to the query service", async () => {
    const unknown = ["/api/nothing", "/api/auth/nothing", "/api/user/sessions/a/b", "/.git/config"];
    for (const path of ["/", "/login?redirect=%2F", ...unknown]) {
      expect(await (await ask(path)).text()).toBe(`query GET ${path}`);
    }
  });

  test("serves hashed files itself with a lasting cache, and lets no cache keep a missing one", async () => {
    const web = fileURLToPath(new URL("../../web/dist/assets", import.meta.url));
    const name = readdirSync(web).find((file) => file.endsWith(".js"));
    const there = await ask(`/assets/${name}`);
    expect(there.status).toBe(200);
    expect(there.headers.get("cache-control")).toBe("public, max-age=31536000, immutable");
    expect(there.headers.get("content-type")).toMatch(/javascript/);
    expect(there.headers.get("x-content-type-options")).toBe("nosniff");
    const gone = await ask("/assets/gone-00000000.js");
    expect(gone.status).toBe(404);
    expect(gone.headers.get("cache-control")).toBe("no-store");
    expect((await ask("/assets/main.js.map")).status).toBe(404);
    expect((await ask("/assets/../index.html")).headers.get("cache-control") ?? "").not.toContain("immutable");
  });

  test("serves the API's document itself, compressed where the client accepts it", async () => {
    for (const [coding, sent] of [
      ["br, gzip", "gzip"],
      ["identity", null],
    ] as const) {
      const answer = await ask("/openapi.json", { headers: { "Accept-Encoding": coding } });
      expect([answer.status, answer.headers.get("content-encoding")]).toEqual([200, sent]);
      expect([answer.headers.get("vary"), answer.headers.get("cache-control")]).toEqual([
        "Accept-Encoding",
        "no-cache",
      ]);
      expect(await answer.json()).toHaveProperty("openapi");
    }
  });

  test("RL-04 appends the client address that it saw itself, whatever the client sends", async () => {
    await ask("/api/auth/me", { headers: { "X-Forwarded-For": "203.0.113.7" } });
    expect(lastSeen()?.headers["x-forwarded-for"]).toMatch(/^203\.0\.113\.7, (127\.0\.0\.1|::1)$/);
    await ask("/api/auth/me");
    expect(lastSeen()?.headers["x-forwarded-for"]).toMatch(/^(127\.0\.0\.1|::1)$/);
  });

  test("adds an idempotency key to a command without one, and keeps the client's", async () => {
    const own = "0b1f7a52-8f5e-4a57-9d55-0c9a3c4a7b11";
    const keys = async (method: string, headers: Record<string, string>) => {
      for (const each of [command, otherCommand, query]) each?.seen.splice(0);
      await ask(method === "GET" ? "/api/auth/me" : "/api/auth/logout", { method, headers });
      return lastSeen()?.headers["idempotency-key"];
    };
    const made = [await keys("POST", {}), await keys("DELETE", {})];
    for (const key of made) expect(key).toMatch(/^[0-9a-f]{8}-[0-9a-f]{4}-4[0-9a-f]{3}-8[0-9a-f]{3}-[0-9a-f]{12}$/);
    expect(made[0]).not.toBe(made[1]);
    expect(await keys("POST", { "Idempotency-Key": own })).toBe(own);
    expect(await keys("GET", {})).toBeUndefined();
  });

  test("uses the other process when one is down, also for a command", async () => {
    otherCommand?.server.closeAllConnections();
    await new Promise((resolve) => otherCommand?.server.close(resolve));
    for (let times = 0; times < 20; times++) {
      const answer = await ask("/api/auth/login", { method: "POST", body: "{}" });
      expect(await answer.text()).toBe("command POST /api/auth/login");
    }
  });

  test("HT-02 refuses a body over the limit before it is sent", async () => {
    const answer = await ask("/api/auth/login", { method: "POST", body: "x".repeat(300_000) });
    expect(answer.status).toBe(413);
  });
});
