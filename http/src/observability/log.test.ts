import { connect } from "node:net";
import { afterEach, expect, it, vi } from "vitest";
import { rawRequest, statusesOf } from "../testing/raw-request.ts";
import { logLines, openRoute, serve } from "../testing/serve.ts";

afterEach(() => {
  vi.useRealTimers();
});

const open = openRoute({ method: "post", path: "/api/open/{id}" });

it("writes one line per request that says what happened and not who asked", async () => {
  const { log, lines } = logLines();
  const { url } = await serve([open], { log });
  const headers = {
    "User-Agent": "Curious/1",
    Cookie: "__Host-session=ats_1_secret",
    "X-Forwarded-For": "203.0.113.7",
  };
  const answer = await fetch(`${url}/api/open/7?token=abc&email=a@b.example`, { method: "POST", headers });
  await expect.poll(() => lines.length).toBe(1);
  expect(JSON.parse(lines[0] ?? "")).toEqual({
    level: "info",
    time: expect.stringMatching(/^\d{4}-.*Z$/),
    msg: "request",
    requestId: answer.headers.get("x-request-id"),
    method: "POST",
    path: "/api/open/{id}",
    status: 200,
    ms: expect.any(Number),
    bytes: 18,
  });
  expect(lines[0]).not.toMatch(/Curious|ats_1|203\.0|127\.0|token|example/);
});

it("logs a request whose client left before the answer", async () => {
  const { log, lines } = logLines();
  const { port } = await serve([open], { log });
  const head = "POST /api/open/1 HTTP/1.1\r\nHost: x\r\nContent-Type: application/json\r\nContent-Length: 9";
  const socket = connect(port, "127.0.0.1", () => socket.write(`${head}\r\n\r\n{`, () => socket.destroy()));
  await expect.poll(() => lines.map((line) => JSON.parse(line).status)).toEqual([null]);
});

it("IN-05 writes one line per entry, whatever it contains", async () => {
  const { log, lines } = logLines();
  const { port } = await serve([open], { log });
  await rawRequest(port, 'GET /api/%0d%0a","level":"fatal\x1b[31m HTTP/1.1\r\nHost: x\r\nConnection: close\r\n\r\n');
  log.info({ text: '\r\n{"level":"fatal"}\u001b[31m\u2028' }, 'a\r\n"b"');
  await expect.poll(() => lines.length).toBeGreaterThan(0);
  for (const line of lines) {
    expect([line.at(-1), [...line.slice(0, -1)].every((character) => character >= " ")]).toEqual(["\n", true]);
    expect(JSON.parse(line)).toMatchObject({ level: "info" });
  }
});

it("LG-01 removes secrets and personal data, by field name or by pattern", () => {
  const { log, lines } = logLines();
  const err = new Error(
    "login of ann@example.org failed: ats_0190-x_Zm9vYmFyYmF6 at mongodb://root:hunter2@db/x?token=t0k3n",
  );
  log.error(
    { err, password: "hunter3", user: { eMail: "x", tokens: ["s3cret"], headers: { cookie: "c00kie" } } },
    "failed",
  );
  log.warn({ jwt: "eyJhbGciOiJFUzI1NiJ9.eyJzdWIiOiIxIn0.c2ln", cause: new Error("bob@example.org") }, "failed");
  const text = lines.join("");
  for (const secret of ["ann@", "bob@", "hunter", "Zm9v", "t0k3n", "s3cret", "c00kie", "eyJ"])
    expect(text).not.toContain(secret);
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ password: "[removed]", user: { tokens: "[removed]" } });
  expect(text).toContain("mongodb://[removed]@db");
});

it("LG-05 writes a thousand lines a minute for one kind of refused request, and counts the others", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const { log, lines } = logLines();
  const { port } = await serve([open], { log });
  /** Sends all requests on one connection. */
  const send = async (paths: readonly string[]) => {
    const requests = paths.map((path) => `POST ${path} HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\n\r\n`).join("");
    return statusesOf(await rawRequest(port, requests.replace(/\r\n\r\n$/, "\r\nConnection: close\r\n\r\n")));
  };
  const paths = (count: number, path: string) => Array.from({ length: count }, (_, n) => `${path}/${n}`);
  expect(await send(paths(1030, "/api/nowhere"))).toEqual(Array(1030).fill(404));
  expect(await send(paths(1010, "/api/open"))).toEqual(Array(1010).fill(200));
  const written = () => lines.map((line) => JSON.parse(line));
  const count = (status: number) => written().filter((line) => line.status === status).length;
  await expect.poll(() => [count(404), count(200)]).toEqual([1000, 1010]);
  vi.advanceTimersByTime(60_000);
  expect(written().at(-1)).toMatchObject({ kind: "404 elsewhere", leftOut: 30 });
  expect(await send(["/api/nowhere"])).toEqual([404]);
  await expect.poll(() => count(404)).toBe(1001);
});

it("A10 LG-05 writes 1,200 lines a minute for successful requests of one network, and counts the others", async () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const { log, lines } = logLines();
  const { port } = await serve([open], { log, trustProxy: 1 });
  const send = async (count: number, address: string) => {
    const head = `POST /api/open/1 HTTP/1.1\r\nHost: x\r\nContent-Length: 0\r\nX-Forwarded-For: ${address}\r\n`;
    const received = await rawRequest(port, `${`${head}\r\n`.repeat(count - 1)}${head}Connection: close\r\n\r\n`);
    expect(statusesOf(received)).toEqual(Array(count).fill(200));
  };
  const written = () => lines.map((line) => JSON.parse(line));
  const requests = () => written().filter(({ msg }) => msg === "request").length;

  await send(1_000, "203.0.113.7");
  await send(230, "203.0.113.8");
  await expect.poll(requests).toBe(1_200);
  await send(5, "198.51.100.7");
  await expect.poll(requests).toBe(1_205);

  vi.advanceTimersByTime(60_000);
  expect(written().at(-1)).toMatchObject({ msg: "successful requests not logged", leftOut: 30, networks: 1 });
  expect(lines.join("")).not.toMatch(/203\.0|198\.51/);
  await send(1, "203.0.113.7");
  await expect.poll(requests).toBe(1_206);
});

it("LG-05 writes a thousand errors a minute of one kind, and counts the others", () => {
  vi.useFakeTimers({ toFake: ["setTimeout"] });
  const { log, lines } = logLines();
  for (let n = 0; n < 1900; n++) log.error({ err: new Error(`number ${n}`) }, "event log append failed");
  log.error({}, "something else");
  expect(lines).toHaveLength(1001);
  vi.advanceTimersByTime(60_000);
  expect(JSON.parse(lines.at(-1) ?? "")).toMatchObject({ kind: "event log append failed", leftOut: 900 });
});

it("writes entries that JSON cannot represent", () => {
  const { log, lines } = logLines();
  const circular: Record<string, unknown> = { position: 12n, bytes: Buffer.from("secret"), none: undefined };
  circular.self = circular;
  log.info(circular, "odd");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ position: "12", bytes: "[6 bytes]" });
});

it("does not remove the name of a projection, which looks like an address", () => {
  const { log, lines } = logLines();
  log.error({ fault: { projection: "users@1", reason: "juniper@1.example.com" } }, "projection stopped");
  expect(JSON.parse(lines[0] ?? "")).toMatchObject({ fault: { projection: "users@1", reason: "[removed]" } });
});
