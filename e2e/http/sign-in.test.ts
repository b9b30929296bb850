import { sessionStream, userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { type SharedProduct, sharedProduct } from "../shared-product.ts";
import { type Answered, call, member, newPerson, register, signIn, verify } from "./client.ts";
import { facts } from "./stored-log.ts";
import { cookieIn } from "./wire.ts";

let product: SharedProduct;
let url: string;
beforeAll(async () => {
  product = await sharedProduct();
  url = product.url;
});

const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  call(url, "POST", "/api/auth/login", { body: { email, password }, headers });
const me = (asking: { token?: string; headers?: Record<string, string> }) => call(url, "GET", "/api/auth/me", asking);
const idOf = (token: string) => token.split("_")[1] ?? "";
const cookieOf = (token: string) => ({ cookie: `__Host-session=${token}` });

/** Checks that the answer is a refusal without any token or cookie. */
const givesNothing = ({ body, headers }: Answered) => {
  expect(Object.keys(body).toSorted()).toEqual(["code", "message"]);
  expect(JSON.stringify(body)).not.toMatch(/ats_/);
  expect(headers.getSetCookie()).toEqual([]);
};
const wrong = { code: "invalid_credentials", message: "Email or password is not right" };

describe("signing in before the address is verified", () => {
  it("AU-02 says so to whoever knows the password, and gives neither token nor cookie", async () => {
    const person = newPerson();
    await register(url, person);
    const before = (await facts(product)).length;
    for (const more of [{}, { rememberMe: true }, { totpCode: "123456" }]) {
      const body = { email: person.email, password: person.password, ...more };
      const answered = await call(url, "POST", "/api/auth/login", { body });
      expect(answered.status).toBe(403);
      expect(answered.body).toEqual({
        code: "email_not_verified",
        message: "Please verify your email address before logging in",
      });
      givesNothing(answered);
    }
    expect((await facts(product)).length).toBe(before);
    await verify(url, person.email);
    expect((await login(person.email, person.password)).status).toBe(200);
  });

  it("T3 says nothing of it to whoever does not know the password", async () => {
    const person = newPerson();
    await register(url, person);
    for (const password of [`${person.password}!`, person.password.toUpperCase(), ` ${person.password}`, "x"]) {
      const answered = await login(person.email, password);
      expect([answered.status, answered.body]).toEqual([401, wrong]);
      givesNothing(answered);
    }
  });
});

describe("signing in to an account that was shut", () => {
  it("AU-05 is refused like a wrong password, with the right one too, until it is opened again", async () => {
    const person = await member(url);
    const userId = person.id;
    await product.happened(userStream(userId), { type: "UserDeactivated", data: { userId } });
    const before = (await facts(product)).length;
    for (const password of [person.password, "not the password"]) {
      const answered = await login(person.email, password);
      expect([answered.status, answered.body]).toEqual([401, wrong]);
      givesNothing(answered);
    }
    expect((await facts(product)).length).toBe(before);
    await product.happened(userStream(userId), { type: "UserActivated", data: { userId } });
    expect((await login(person.email, person.password)).status).toBe(200);
    expect((await me({ token: person.token })).status).toBe(401);
  });

  it("AU-05 T3 is refused the same where the address was never verified", async () => {
    const person = newPerson();
    const { user } = await register(url, person);
    await product.happened(userStream(user.id), { type: "UserDeactivated", data: { userId: user.id } });
    const answered = await login(person.email, person.password);
    expect([answered.status, answered.body]).toEqual([401, wrong]);
    givesNothing(answered);
  });
});

describe("signing in while signed in", () => {
  it.each(["bearer", "cookie"])(
    "AU-15 as somebody else starts a new session and ends the old one (%s)",
    async (kind) => {
      const [ada, grace] = [await member(url), await member(url)];
      const elsewhere = await signIn(url, ada);
      const headers =
        kind === "bearer" ? { authorization: `Bearer ${ada.token}` } : { ...cookieOf(ada.token), origin: url };
      const answered = await login(grace.email, grace.password, headers);
      expect(answered.status).toBe(200);
      const { token, user } = answered.body;
      expect(user.id).toBe(grace.id);
      expect(idOf(token)).not.toBe(idOf(ada.token));
      expect(cookieIn(answered.headers, "__Host-session")).toBe(token);

      for (const asking of [{ token: ada.token }, { headers: cookieOf(ada.token) }]) {
        expect((await me(asking)).status).toBe(401);
      }
      expect((await call(url, "PUT", "/api/user/profile", { token: ada.token, body: {} })).status).toBe(401);
      expect((await me({ token })).body.user.id).toBe(grace.id);
      // Only the session that the request carried ended: her other device stays signed in.
      expect((await me({ token: elsewhere })).body.user.id).toBe(ada.id);
      const ended = (await facts(product)).filter(({ stream }) => stream === sessionStream(idOf(ada.token)));
      expect(ended.map(({ type }) => type)).toEqual(["SessionStarted", "SessionEnded"]);
      expect(JSON.parse(ended[1]?.data ?? "")).toEqual({ sessionId: idOf(ada.token), reason: "replaced" });
    },
  );

  it("AU-15 as oneself ends the old session too, for reading as well by the time of the answer", async () => {
    const ada = await member(url);
    let { token } = ada;
    for (let round = 0; round < 25; round++) {
      const { body } = await login(ada.email, ada.password, { authorization: `Bearer ${token}` });
      const standings = [(await me({ token })).status, (await me({ token: body.token })).status];
      expect({ round, standings }).toEqual({ round, standings: [401, 200] });
      ({ token } = body);
    }
  });

  it("AU-15 without success leaves the session as it was", async () => {
    const [ada, grace] = [await member(url), await member(url)];
    const pending = newPerson();
    await register(url, pending);
    const headers = { authorization: `Bearer ${ada.token}` };
    expect((await login(grace.email, "not her password", headers)).status).toBe(401);
    expect((await login(newPerson().email, grace.password, headers)).status).toBe(401);
    expect((await login(pending.email, pending.password, headers)).status).toBe(403);
    expect((await me({ token: ada.token })).status).toBe(200);
  });

  it("AU-15 never takes up a session that the request proposes", async () => {
    const grace = await member(url);
    const stale = await signIn(url, grace);
    await call(url, "POST", "/api/auth/logout", { token: stale });
    for (const proposed of [stale, stale.replace(/.{4}$/, "AAAA"), `ats_${crypto.randomUUID()}_${"A".repeat(43)}`]) {
      const { body } = await login(grace.email, grace.password, { ...cookieOf(proposed), origin: url });
      expect(body.token).not.toBe(proposed);
      expect(idOf(body.token)).not.toBe(idOf(proposed));
      expect((await me({ token: proposed })).status).toBe(401);
    }
  });
});

describe("the cookie beside the token", () => {
  it("T7 names the same session, is for our host alone, and no script reads it", async () => {
    const person = await member(url);
    for (const [more, age] of [
      [{}, ""],
      [{ rememberMe: true }, "; Max-Age=7776000"],
    ] as const) {
      const { email, password } = person;
      const { body, headers } = await call(url, "POST", "/api/auth/login", { body: { email, password, ...more } });
      const fixed = "Path=/; Secure; HttpOnly; SameSite=Lax";
      expect(headers.getSetCookie()).toContain(`__Host-session=${body.token}; ${fixed}${age}`);
      const mark = headers.getSetCookie().find((line) => line.startsWith("__Host-position="));
      expect(mark).toMatch(
        /^__Host-position=1-\d+\.\d+\.[A-Za-z0-9_-]{43}; Path=\/; Secure; HttpOnly; SameSite=Lax; Max-Age=30$/,
      );
    }
  });

  it("T7 signs in for reading; for writing only together with our own origin", async () => {
    const person = await member(url);
    const cookie = cookieOf(person.token);
    const names = { firstName: "Ada", lastName: "Lovelace" };
    const put = (headers: Record<string, string>) =>
      call(url, "PUT", "/api/user/profile", { headers: { ...cookie, ...headers }, body: names });
    expect((await me({ headers: cookie })).body.user.id).toBe(person.id);
    const foreign: Record<string, string>[] = [
      {},
      { origin: "https://evil.example" },
      { origin: "null" },
      { "sec-fetch-site": "cross-site" },
      { "sec-fetch-site": "same-site" },
      { "sec-fetch-site": "none" },
      { origin: url, "sec-fetch-site": "cross-site" },
    ];
    for (const headers of foreign) {
      const { status, body } = await put(headers);
      expect({ headers, status, code: body.code }).toEqual({ headers, status: 403, code: "cross_site" });
    }
    expect((await me({ token: person.token })).body.user.firstName).toBeNull();
    const written = await put({ origin: url });
    expect(written.status).toBe(200);
    const mark = { "X-Log-Position": written.headers.get("x-log-position") ?? "" };
    expect((await me({ token: person.token, headers: mark })).body.user).toMatchObject(names);
    expect((await put({ "sec-fetch-site": "same-origin" })).status).toBe(200);
  });

  it("T7 counts for nothing where Authorization is present", async () => {
    const [ada, grace] = [await member(url), await member(url)];
    const cookie = { ...cookieOf(ada.token), origin: url };
    const both = await me({ token: grace.token, headers: cookie });
    expect(both.body.user.id).toBe(grace.id);
    for (const authorization of ["Bearer ats_none", "Bearer", "Basic YTpi", "", `Bearer ${ada.token}x`]) {
      const headers = { ...cookie, authorization };
      expect({ authorization, status: (await me({ headers })).status }).toEqual({ authorization, status: 401 });
      const write = await call(url, "DELETE", "/api/user/sessions", { headers });
      expect({ authorization, status: write.status }).toEqual({ authorization, status: 401 });
    }
  });
});
