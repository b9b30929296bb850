/** @module-tag embedded/one-process */
import { readdirSync } from "node:fs";
import { join } from "node:path";
import { DatabaseSync } from "node:sqlite";
import { fileURLToPath } from "node:url";
import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { userStream } from "@attestory/events/envelope.ts";
import { expect, it, onTestFinished } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { startInProcess } from "../start-in-process.ts";
import { startStack } from "../start-stack.ts";
import { call, givenSignedInUser } from "./client.ts";
import { heldBack, send } from "./wire.ts";

const stack = sharedProductScene();

const dataDir = temporaryFolder();

/** Damages the log's file directly: no port writes such damage. */
function givenDamagedAccount(userId: string): void {
  const database = new DatabaseSync(join(dataDir, "events-1.sqlite"));
  const damage = database.prepare("UPDATE events SET data = '{\"broken\":' WHERE stream = ? AND version = 1");
  expect(damage.run(userStream(userId)).changes).toBe(1);
  database.close();
}

it("HT-06 answers an internal fault with the request's id alone, and keeps serving others", async () => {
  const first = await startInProcess({ DATA_DIR: dataDir });
  const [victim, other] = [await givenSignedInUser(first.url), await givenSignedInUser(first.url)];
  await first.remove();
  givenDamagedAccount(victim.id);
  const damaged = await startInProcess({ DATA_DIR: dataDir });
  onTestFinished(damaged.remove);
  const login = ({ email, password }: { email: string; password: string }) =>
    call(damaged.url, "POST /api/auth/login", { body: { email, password } });
  const logged = damaged.output().length;

  const responses = await Promise.all([login(victim), login(other), login(victim), login(other)]);

  expect(responses.map(({ status }) => status)).toEqual([500, 200, 500, 200]);
  for (const { body, headers } of responses.filter(({ status }) => status === 500)) {
    expect(body).toEqual({ code: "internal", message: expect.stringContaining(headers.get("x-request-id") ?? "?") });
    expect(headers.get("content-type")).toBe("application/problem+json; charset=utf-8");
    expect(headers.getSetCookie()).toEqual([]);
    expect(JSON.stringify(body)).not.toMatch(/broken|sqlite|JSON|node_modules|\.ts|\bat /);
    await expect.poll(() => damaged.output().slice(logged)).toContain(headers.get("x-request-id"));
  }
  expect((await login(other)).status).toBe(200);
  expect((await call(damaged.url, "GET /health/live")).status).toBe(200);
  // Events after a damaged one cause no emails: readiness must report that, while other requests are answered.
  await expect
    .poll(() => call(damaged.url, "GET /health/ready"))
    .toMatchObject({ status: 200, body: { status: "degraded", reasons: { mail: "cannot follow the log" } } });
});

it("HT-09 reports liveness and readiness without a sign-in, and nothing else", async () => {
  const { token } = await givenSignedInUser(stack.url);
  await expect.poll(async () => (await call(stack.url, "GET /health/ready")).status).toBe(200);
  const unknownPaths = ["/health", "/health/", "/health/live/", "/health/ready/x", "/health/live/../../api/auth/me"];

  for (const asking of [{}, { token }, { token: "ats_wrong" }]) {
    const live = await call(stack.url, "GET /health/live", asking);
    const ready = await call(stack.url, "GET /health/ready", asking);
    expect([live.status, live.body]).toEqual([200, { status: "live", reasons: {} }]);
    expect([ready.status, ready.body]).toEqual([200, { status: "ready", reasons: {} }]);
    for (const { headers } of [live, ready]) {
      expect([headers.getSetCookie(), headers.get("cache-control")]).toEqual([[], "no-store"]);
    }
  }

  for (const path of unknownPaths) expect([path, (await send(stack.url, `GET ${path}`)).status]).toEqual([path, 404]);
  for (const path of ["/health/live", "/health/ready"]) {
    expect((await call(stack.url, `POST ${path}`, { body: {} })).status).toBe(405);
  }
});

it("HT-09 finishes requests in progress when stopping, and is no longer ready", async () => {
  const leaving = await startStack();
  onTestFinished(leaving.remove);
  const { email, password } = await givenSignedInUser(leaving.url);
  const body = JSON.stringify({ email, password });
  const sendRest = await heldBack(leaving.url, "POST /api/auth/login", { body });
  const isReached = () =>
    fetch(`${leaving.url}/health/live`).then(
      () => true,
      () => false,
    );

  const stopped = leaving.stop();

  await expect.poll(isReached).toBe(false);
  expect(await sendRest()).toBe(200);
  expect(await stopped).toBe(0);
  expect(await isReached()).toBe(false);
});

it("HT-10 serves no internal file and names no software that it runs on", async () => {
  const assets = readdirSync(fileURLToPath(new URL("../../web/dist/assets", import.meta.url)));
  expect(assets.length).toBeGreaterThan(2);
  expect(assets.filter((name) => name.endsWith(".map"))).toEqual([]);
  const hidden = [
    ...["/.git", "/.git/config", "/.env", "/.env.local", "/%2eenv", "/.well-known/security", "/.DS_Store"],
    ...["/package.json", "/index.html", "/assets/", "/assets/..%2findex.html", "/wp-login.php"],
    ...["/metrics", "/api", "/api/", "/api/metrics", "/api/graphql", "/data/master.key", "/master.key"],
    ...assets.map((name) => `/assets/${name}.map`),
  ];
  const served = [
    "/",
    "/login",
    "/api/auth/me",
    "/nothing.js",
    "/health/live",
    ...assets.map((name) => `/assets/${name}`),
  ];
  const methods = ["TRACE", "TRACK", "PROPFIND", "SEARCH", "PURGE", "PATCH"];
  const paths = ["/", "/api/auth/me", "/api/auth/login", "/assets/x.js", "/health/live", "/nothing"];

  for (const path of hidden) {
    const { status, headers } = await send(stack.url, `GET ${path}`);
    expect([path, status, headers["cache-control"]]).toEqual([path, 404, "no-store"]);
  }

  for (const path of served) {
    const { headers, text } = await send(stack.url, `GET ${path}`);
    expect([headers.server, headers["x-powered-by"], headers.via, headers["x-sourcemap"]]).toEqual(
      Array(4).fill(undefined),
    );
    expect(text).not.toMatch(/[#@] ?sourceMappingURL=/);
  }

  for (const method of methods) {
    for (const path of paths) {
      const { status } = await send(stack.url, `${method} ${path}`).catch(() => ({ status: 405 }));
      expect([404, 405], `${method} ${path}`).toContain(status);
    }
  }
});
