/**
 * @module-tag two-processes
 * @module-tag random
 */

import { temporaryFolder } from "@attestory/event-store/testing/temporary-folder.ts";
import { type StoredEvent, sessionStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { startInProcess } from "../start-in-process.ts";
import type { ReadableLog } from "../start-stack.ts";
import { type Asking, call, givenSignedInUser, givenUnverifiedUser, newPerson, signIn } from "./client.ts";
import { declaredRoutes } from "./declared-routes.ts";
import { fewOf } from "./few-of.ts";
import { absentId, SessionCalls, sessionIdOf } from "./session-calls.ts";
import { knowingAll, when } from "./stored-log.ts";
import { cookieIn } from "./wire.ts";

const stack = sharedProductScene();
/** Every call that takes a session: one test of a sign-out and one of a revocation ask them all. */
let every: SessionCalls;
/** A few of them. */
let calls: SessionCalls;
beforeAll(async () => {
  const declared = (await declaredRoutes(stack.url)).filter(({ takesSession }) => takesSession);
  every = new SessionCalls(declared);
  calls = new SessionCalls(fewOf(declared, 10));
});

/** The statuses of these calls, for a reader whose mark includes everything written so far. */
const statuses = async (token: string, product: ReadableLog & { url: string } = stack, asked = calls) =>
  asked.statuses(product.url, token, await knowingAll(product));
/** Ended at once, and for good. `npm run test:timed` measures the delay for reads without a mark. */
const expectEnded = async (token: string) => {
  for (let again = 0; again < 3; again++) expect(await statuses(token)).toEqual(calls.statusesIfEnded);
};
const signOut = (asking: Asking, { url }: { url: string } = stack) => call(url, "POST /api/auth/logout", asking);
const revoke = (id: string, token: string) => call(stack.url, `DELETE /api/user/sessions/${id}`, { token });
const streamOf = (token: string) => sessionStream(sessionIdOf(token));
/** A sign-out appends one event, to the session's own stream. */
const endOf = (token: string) => [[streamOf(token), "SessionEnded"]];
const placesOf = (events: readonly StoredEvent[]) => events.map(({ stream, type }) => [stream, type]);

describe("signing out", () => {
  it("B11 SE-03 revokes the token and the cookie, and keeps other sessions", async () => {
    const user = await givenSignedInUser(stack.url);
    const other = await signIn(stack.url, user);
    expect(await statuses(user.token, stack, every)).toEqual(every.statusesIfValid);

    const { response, events } = await when(stack, () => signOut({ token: user.token }));

    expect([response.status, response.body]).toEqual([200, { message: "Signed out" }]);
    expect(placesOf(events)).toEqual(endOf(user.token));
    expect(await statuses(user.token, stack, every)).toEqual(every.statusesIfEnded);
    await expectEnded(user.token);
    expect(await statuses(other)).toEqual(calls.statusesIfValid);
    expect((await signOut({ token: user.token })).status).toBe(401);
  });

  const dataDir = temporaryFolder();
  it("SE-03 survives a restart, and keeps other sessions", { tags: ["embedded/one-process"] }, async () => {
    const before = await startInProcess({ DATA_DIR: dataDir });
    const user = await givenSignedInUser(before.url);
    const other = await signIn(before.url, user);
    expect((await signOut({ token: user.token }, before)).status).toBe(200);
    await before.remove();

    const after = await startInProcess({ DATA_DIR: dataDir });

    expect(await statuses(user.token, after)).toEqual(calls.statusesIfEnded);
    expect(await statuses(other, after)).toEqual(calls.statusesIfValid);
    await after.remove();
  });

  it("SE-03 ends a registration's session too, and works by cookie from our own page", async () => {
    const unverified = await givenUnverifiedUser(stack.url);
    const byToken = await when(stack, () => signOut({ token: unverified.token }));
    expect(byToken.response.status).toBe(200);
    expect(placesOf(byToken.events)).toEqual(endOf(unverified.token));
    await expectEnded(unverified.token);

    const user = await givenSignedInUser(stack.url);
    const headers = { cookie: `__Host-session=${user.token}`, "sec-fetch-site": "same-origin" };
    const byCookie = await when(stack, () => signOut({ headers }));
    expect([byCookie.response.status, cookieIn(byCookie.response.headers, "__Host-session")]).toEqual([200, ""]);
    expect(placesOf(byCookie.events)).toEqual(endOf(user.token));
    await expectEnded(user.token);
  });

  it("SE-03 ends exactly the sessions that sign out at once, of 20 sessions of two users", async () => {
    const users = [await givenSignedInUser(stack.url), await givenSignedInUser(stack.url)];
    const tokens = await Promise.all(
      Array.from({ length: 20 }, (_, n) => signIn(stack.url, users[n % 2] ?? newPerson())),
    );
    const leaving = tokens.filter((_, n) => n % 3 === 0);

    const { events } = await when(stack, () => Promise.all(leaving.map((token) => signOut({ token }))));

    const ended = events.filter(({ type }) => type === "SessionEnded").map(({ stream }) => stream);
    expect(ended.toSorted()).toEqual(leaving.map(streamOf).toSorted());
    const after = await Promise.all(
      tokens.map((token) => call(stack.url, "PUT /api/user/profile", { token, body: {} })),
    );
    expect(after.map(({ status }) => status)).toEqual(tokens.map((token) => (leaving.includes(token) ? 401 : 400)));
  });
});

describe("revoking a session", () => {
  it("SE-05 ends another session of the same user at once", async () => {
    const user = await givenSignedInUser(stack.url);
    const other = await signIn(stack.url, user);

    const { response, events } = await when(stack, () => revoke(sessionIdOf(other), user.token));

    expect([response.status, response.body]).toEqual([200, { message: "Session revoked" }]);
    expect(placesOf(events)).toEqual(endOf(other));
    expect(JSON.parse(events[0]?.data ?? "")).toMatchObject({ reason: "revoked" });
    expect(await statuses(other, stack, every)).toEqual(every.statusesIfEnded);
    await expectEnded(other);
    expect(await statuses(user.token)).toEqual(calls.statusesIfValid);
    const headers = await knowingAll(stack);
    const listed = await call(stack.url, "GET /api/user/sessions", { token: user.token, headers });
    expect(listed.body.map(({ id }: { id: string }) => id)).toEqual([sessionIdOf(user.token)]);
  });

  it("SE-05 answers 404 to absent and other users' ids", async () => {
    const [user, stranger] = [await givenSignedInUser(stack.url), await givenSignedInUser(stack.url)];
    const unverified = await givenUnverifiedUser(stack.url);
    const others = [sessionIdOf(stranger.token), sessionIdOf(unverified.token), absentId, stranger.id, user.id];

    for (const id of others) {
      const { response, events } = await when(stack, () => revoke(id, user.token));
      expect([response.status, response.body.code], id).toEqual([404, "not_found"]);
      expect(events).toEqual([]);
    }
    expect(await statuses(stranger.token)).toEqual(calls.statusesIfValid);
  });

  it("SE-05 accepts an id in capitals", async () => {
    const user = await givenSignedInUser(stack.url);
    const other = await signIn(stack.url, user);

    const { status } = await revoke(sessionIdOf(other).toUpperCase(), user.token);

    expect(status).toBe(200);
    await expectEnded(other);
  });

  it("SE-05 signs out if it is the current session", async () => {
    const user = await givenSignedInUser(stack.url);

    const { response, events } = await when(stack, () => revoke(sessionIdOf(user.token), user.token));

    expect([response.status, cookieIn(response.headers, "__Host-session")]).toEqual([200, ""]);
    expect(placesOf(events)).toEqual(endOf(user.token));
    await expectEnded(user.token);
    expect(await statuses(await signIn(stack.url, user))).toEqual(calls.statusesIfValid);
  });

  it("SE-05 ends all others and keeps the current one", async () => {
    const user = await givenSignedInUser(stack.url);
    const others = [await signIn(stack.url, user), await signIn(stack.url, user, { rememberMe: true })];

    const response = await call(stack.url, "DELETE /api/user/sessions", { token: user.token });

    expect([response.status, response.body]).toEqual([200, { message: "Every other session was ended" }]);
    for (const other of others) await expectEnded(other);
    expect(await statuses(user.token)).toEqual(calls.statusesIfValid);
    expect(await statuses(await signIn(stack.url, user))).toEqual(calls.statusesIfValid);
  });
});

it("SE-14 forbids browsers to store API answers and pages", async () => {
  const user = await givenSignedInUser(stack.url);
  const asked = [
    ...every.all.map(({ statusIfValid: _, ...request }) => ({ ...request, token: user.token })),
    ...every.all.map(({ statusIfValid: _, ...request }) => request),
    { method: "POST", path: "/api/auth/login", body: { email: user.email, password: user.password } },
    { method: "POST", path: "/api/auth/register", body: newPerson() },
    { method: "GET", path: "/api/dev/inbox" },
    { method: "GET", path: "/api/nothing" },
    { method: "OPTIONS", path: "/api/user/profile" },
    ...["/", "/login", "/dashboard", "/dev/inbox"].map((path) => ({ method: "GET", path })),
  ];
  for (const { method, path, ...asking } of asked) {
    const { headers } = await call(stack.url, `${method} ${path}`, asking);
    expect(headers.get("cache-control"), `${method} ${path}`).toBe("no-store");
    expect([headers.get("etag"), headers.get("last-modified"), headers.get("expires")]).toEqual([null, null, null]);
  }
});
