import { randomUUID } from "node:crypto";
import { setTimeout as wait } from "node:timers/promises";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type Stack, startStack } from "../start-stack.ts";
import { call, member, register, signIn, somebody } from "./client.ts";
import { facts, knowingAll } from "./stored-log.ts";
import { cookieIn } from "./wire.ts";

let stack: Stack;
beforeAll(async () => {
  stack = await startStack();
});
afterAll(() => stack.remove());

const idOf = (token: string) => token.split("_")[1] ?? "";
const absent = randomUUID();

/** Everything that a session can be shown to, as a bearer and as a cookie of our own pages. */
const doors: [method: string, path: string, body?: object][] = [
  ["GET", "/api/auth/me"],
  ["GET", "/api/user/sessions"],
  ["PUT", "/api/user/profile", {}],
  ["PUT", "/api/user/password", {}],
  ["DELETE", `/api/user/sessions/${absent}`],
  ["DELETE", "/api/user/sessions", { unknown: 1 }],
  ["POST", "/api/auth/logout", { unknown: 1 }],
];
/** The statuses that each door answers, twice: to the bearer and to the cookie. */
const statuses = async (url: string, token: string) => {
  const asBearer = { authorization: `Bearer ${token}` };
  const asCookie = { cookie: `__Host-session=${token}`, origin: url };
  const answers = doors.flatMap(([method, path, body]) =>
    [asBearer, asCookie].map((headers) => call(url, method, path, { headers, ...(body && { body }) })),
  );
  return (await Promise.all(answers)).map(({ status }) => status);
};
const alive = [200, 200, 200, 200, 400, 400, 400, 400, 404, 404, 400, 400, 400, 400];
const dead = alive.map(() => 401);

/** Dead at once for what changes anything, within a second for what only reads, and never again alive. */
const diesSince = async (answeredAt: number, token: string) => {
  const writes = (all: number[]) => all.slice(4);
  const first = await statuses(stack.url, token);
  expect(writes(first)).toEqual(writes(dead));
  let seen = first;
  while (seen.includes(200)) {
    expect(performance.now() - answeredAt).toBeLessThan(1000);
    seen = await statuses(stack.url, token);
  }
  for (let again = 0; again < 5; again++) {
    expect(await statuses(stack.url, token)).toEqual(dead);
    await wait(20);
  }
};

describe("signing out", () => {
  it("SE-03 makes the token and the cookie good for nothing, also after a restart; other sessions go on", async () => {
    const person = await member(stack.url);
    const other = await signIn(stack.url, person);
    expect(await statuses(stack.url, person.token)).toEqual(alive);
    const out = await call(stack.url, "POST", "/api/auth/logout", { token: person.token });
    const answeredAt = performance.now();
    expect([out.status, out.body]).toEqual([200, { message: "Signed out" }]);
    await diesSince(answeredAt, person.token);
    expect(await statuses(stack.url, other)).toEqual(alive);
    expect((await call(stack.url, "POST", "/api/auth/logout", { token: person.token })).status).toBe(401);

    await stack.stop();
    stack = await stack.restart();
    expect(await statuses(stack.url, person.token)).toEqual(dead);
    expect(await statuses(stack.url, other)).toEqual(alive);
  });

  it("SE-03 ends what a registration gave as well, and works by the cookie of our own page", async () => {
    const { token } = await register(stack.url, somebody());
    expect((await call(stack.url, "POST", "/api/auth/logout", { token })).status).toBe(200);
    await diesSince(performance.now(), token);
    const person = await member(stack.url);
    const headers = { cookie: `__Host-session=${person.token}`, "sec-fetch-site": "same-origin" };
    const out = await call(stack.url, "POST", "/api/auth/logout", { headers });
    expect([out.status, cookieIn(out.headers, "__Host-session")]).toEqual([200, ""]);
    await diesSince(performance.now(), person.token);
  });

  it("SE-03 of one of 20 sessions of several people at once ends exactly that one", async () => {
    const people = [await member(stack.url), await member(stack.url)];
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, n) => signIn(stack.url, people[n % 2] ?? somebody())),
    );
    const leaving = tokens.filter((_, n) => n % 3 === 0);
    await Promise.all(leaving.map((token) => call(stack.url, "POST", "/api/auth/logout", { token })));
    const after = await Promise.all(
      tokens.map((token) => call(stack.url, "PUT", "/api/user/profile", { token, body: {} })),
    );
    expect(after.map(({ status }) => status)).toEqual(tokens.map((token) => (leaving.includes(token) ? 401 : 400)));
  });
});

describe("ending a session by its id", () => {
  it("SE-05 ends another one of one's own, at once", async () => {
    const person = await member(stack.url);
    const other = await signIn(stack.url, person);
    const ended = await call(stack.url, "DELETE", `/api/user/sessions/${idOf(other)}`, { token: person.token });
    const answeredAt = performance.now();
    expect([ended.status, ended.body]).toEqual([200, { message: "Session revoked" }]);
    await diesSince(answeredAt, other);
    expect(await statuses(stack.url, person.token)).toEqual(alive);
    const listed = await call(stack.url, "GET", "/api/user/sessions", {
      token: person.token,
      headers: await knowingAll(stack),
    });
    expect(listed.body.map(({ id }: { id: string }) => id)).toEqual([idOf(person.token)]);
    const said = (await facts(stack)).filter(({ stream }) => stream === `session-${idOf(other)}`);
    expect(said.map(({ type }) => type)).toEqual(["SessionStarted", "SessionEnded"]);
    expect(JSON.parse(said[1]?.data ?? "")).toMatchObject({ reason: "revoked" });
  });

  it("SE-05 takes its own id in capitals, and answers 404 to ids that are nobody's or another person's", async () => {
    const [person, stranger] = [await member(stack.url), await member(stack.url)];
    const pending = (await register(stack.url, somebody())).token;
    const before = (await facts(stack)).length;
    for (const id of [idOf(stranger.token), idOf(pending), absent, stranger.id, person.id]) {
      const refused = await call(stack.url, "DELETE", `/api/user/sessions/${id}`, { token: person.token });
      expect([refused.status, refused.body.code], id).toEqual([404, "not_found"]);
    }
    expect((await facts(stack)).length).toBe(before);
    expect(await statuses(stack.url, stranger.token)).toEqual(alive);
    const other = await signIn(stack.url, person);
    const capitals = `/api/user/sessions/${idOf(other).toUpperCase()}`;
    expect((await call(stack.url, "DELETE", capitals, { token: person.token })).status).toBe(200);
    await diesSince(performance.now(), other);
  });

  it("SE-05 of the current one signs out", async () => {
    const person = await member(stack.url);
    const own = `/api/user/sessions/${idOf(person.token)}`;
    const ended = await call(stack.url, "DELETE", own, { token: person.token });
    const answeredAt = performance.now();
    expect([ended.status, cookieIn(ended.headers, "__Host-session")]).toEqual([200, ""]);
    await diesSince(answeredAt, person.token);
    expect(await statuses(stack.url, await signIn(stack.url, person))).toEqual(alive);
  });

  it("SE-05 of all others keeps the one that asks, and no sign-in from before comes back", async () => {
    const person = await member(stack.url);
    const others = [await signIn(stack.url, person), await signIn(stack.url, person, { rememberMe: true })];
    const ended = await call(stack.url, "DELETE", "/api/user/sessions", { token: person.token });
    const answeredAt = performance.now();
    expect([ended.status, ended.body]).toEqual([200, { message: "Every other session was ended" }]);
    for (const other of others) await diesSince(answeredAt, other);
    expect(await statuses(stack.url, person.token)).toEqual(alive);
    expect(await statuses(stack.url, await signIn(stack.url, person))).toEqual(alive);
  });
});

it("SE-14 tells the browser to keep no answer of the API and no page, so that going back shows nothing", async () => {
  const person = await member(stack.url);
  const asked = [
    ...doors.map(([method, path, body]) => ({ method, path, token: person.token, ...(body && { body }) })),
    ...doors.map(([method, path, body]) => ({ method, path, ...(body && { body }) })),
    { method: "POST", path: "/api/auth/login", body: { email: person.email, password: person.password } },
    { method: "POST", path: "/api/auth/register", body: somebody() },
    { method: "GET", path: "/api/dev/inbox" },
    { method: "GET", path: "/api/nothing" },
    { method: "OPTIONS", path: "/api/user/profile" },
    ...["/", "/login", "/dashboard", "/dev/inbox"].map((path) => ({ method: "GET", path })),
  ];
  for (const { method, path, ...asking } of asked) {
    const { headers } = await call(stack.url, method, path, asking);
    expect(headers.get("cache-control"), `${method} ${path}`).toBe("no-store");
    expect([headers.get("etag"), headers.get("last-modified"), headers.get("expires")]).toEqual([null, null, null]);
  }
});
