import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { startInProcess } from "../start-in-process.ts";
import type { ReadableLog } from "../start-stack.ts";
import { call, member, newPerson, register, signIn } from "./client.ts";
import { absentId, type SessionDoors, sessionDoors, sessionIdOf } from "./session-doors.ts";
import { facts, knowingAll } from "./stored-log.ts";
import { cookieIn } from "./wire.ts";

let stack: SharedProduct;
let doors: SessionDoors;
beforeAll(async () => {
  stack = await sharedProduct();
  doors = await sessionDoors(stack.url);
});

/** The statuses for a reader whose mark includes everything written so far. */
const statuses = async (token: string, product: ReadableLog & { url: string } = stack) =>
  doors.statuses(product.url, token, await knowingAll(product));
/** Ended at once, and it stays ended. `npm run test:timed` measures the delay for reads without a mark. */
const expectDead = async (token: string) => {
  for (let again = 0; again < 3; again++) expect(await statuses(token)).toEqual(doors.dead);
};

describe("signing out", () => {
  it("SE-03 makes the token and the cookie good for nothing; other sessions go on", async () => {
    const person = await member(stack.url);
    const other = await signIn(stack.url, person);
    expect(await statuses(person.token)).toEqual(doors.alive);
    const out = await call(stack.url, "POST", "/api/auth/logout", { token: person.token });
    expect([out.status, out.body]).toEqual([200, { message: "Signed out" }]);
    await expectDead(person.token);
    expect(await statuses(other)).toEqual(doors.alive);
    expect((await call(stack.url, "POST", "/api/auth/logout", { token: person.token })).status).toBe(401);
  });

  const dataDir = temporaryFolder();
  it("SE-03 lasts when the product is started again; other sessions go on", async () => {
    const before = await startInProcess({ DATA_DIR: dataDir });
    const person = await member(before.url);
    const other = await signIn(before.url, person);
    expect((await call(before.url, "POST", "/api/auth/logout", { token: person.token })).status).toBe(200);
    await before.remove();
    const after = await startInProcess({ DATA_DIR: dataDir });
    expect(await statuses(person.token, after)).toEqual(doors.dead);
    expect(await statuses(other, after)).toEqual(doors.alive);
    await after.remove();
  });

  it("SE-03 ends what a registration gave as well, and works by the cookie of our own page", async () => {
    const { token } = await register(stack.url, newPerson());
    expect((await call(stack.url, "POST", "/api/auth/logout", { token })).status).toBe(200);
    await expectDead(token);
    const person = await member(stack.url);
    const headers = { cookie: `__Host-session=${person.token}`, "sec-fetch-site": "same-origin" };
    const out = await call(stack.url, "POST", "/api/auth/logout", { headers });
    expect([out.status, cookieIn(out.headers, "__Host-session")]).toEqual([200, ""]);
    await expectDead(person.token);
  });

  it("SE-03 of one of 20 sessions of several people at once ends exactly that one", async () => {
    const people = [await member(stack.url), await member(stack.url)];
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, n) => signIn(stack.url, people[n % 2] ?? newPerson())),
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
    const ended = await call(stack.url, "DELETE", `/api/user/sessions/${sessionIdOf(other)}`, { token: person.token });
    expect([ended.status, ended.body]).toEqual([200, { message: "Session revoked" }]);
    await expectDead(other);
    expect(await statuses(person.token)).toEqual(doors.alive);
    const listed = await call(stack.url, "GET", "/api/user/sessions", {
      token: person.token,
      headers: await knowingAll(stack),
    });
    expect(listed.body.map(({ id }: { id: string }) => id)).toEqual([sessionIdOf(person.token)]);
    const said = (await facts(stack)).filter(({ stream }) => stream === `session-${sessionIdOf(other)}`);
    expect(said.map(({ type }) => type)).toEqual(["SessionStarted", "SessionEnded"]);
    expect(JSON.parse(said[1]?.data ?? "")).toMatchObject({ reason: "revoked" });
  });

  it("SE-05 takes its own id in capitals, and answers 404 to ids that are nobody's or another person's", async () => {
    const [person, stranger] = [await member(stack.url), await member(stack.url)];
    const pending = (await register(stack.url, newPerson())).token;
    const before = (await facts(stack)).length;
    for (const id of [sessionIdOf(stranger.token), sessionIdOf(pending), absentId, stranger.id, person.id]) {
      const refused = await call(stack.url, "DELETE", `/api/user/sessions/${id}`, { token: person.token });
      expect([refused.status, refused.body.code], id).toEqual([404, "not_found"]);
    }
    expect((await facts(stack)).length).toBe(before);
    expect(await statuses(stranger.token)).toEqual(doors.alive);
    const other = await signIn(stack.url, person);
    const capitals = `/api/user/sessions/${sessionIdOf(other).toUpperCase()}`;
    expect((await call(stack.url, "DELETE", capitals, { token: person.token })).status).toBe(200);
    await expectDead(other);
  });

  it("SE-05 of the current one signs out", async () => {
    const person = await member(stack.url);
    const own = `/api/user/sessions/${sessionIdOf(person.token)}`;
    const ended = await call(stack.url, "DELETE", own, { token: person.token });
    expect([ended.status, cookieIn(ended.headers, "__Host-session")]).toEqual([200, ""]);
    await expectDead(person.token);
    expect(await statuses(await signIn(stack.url, person))).toEqual(doors.alive);
  });

  it("SE-05 of all others keeps the one that asks, and no sign-in from before comes back", async () => {
    const person = await member(stack.url);
    const others = [await signIn(stack.url, person), await signIn(stack.url, person, { rememberMe: true })];
    const ended = await call(stack.url, "DELETE", "/api/user/sessions", { token: person.token });
    expect([ended.status, ended.body]).toEqual([200, { message: "Every other session was ended" }]);
    for (const other of others) await expectDead(other);
    expect(await statuses(person.token)).toEqual(doors.alive);
    expect(await statuses(await signIn(stack.url, person))).toEqual(doors.alive);
  });
});

it("SE-14 tells the browser to keep no answer of the API and no page, so that going back shows nothing", async () => {
  const person = await member(stack.url);
  const asked = [
    ...doors.all.map(({ alive: _, ...door }) => ({ ...door, token: person.token })),
    ...doors.all.map(({ alive: _, ...door }) => door),
    { method: "POST", path: "/api/auth/login", body: { email: person.email, password: person.password } },
    { method: "POST", path: "/api/auth/register", body: newPerson() },
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
