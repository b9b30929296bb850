import { userStream } from "@attestory/events/envelope.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { call, emailTo, newPerson, type Person, register, tokenIn, verify } from "./client.ts";
import { facts, knowingAll } from "./stored-log.ts";

let product: InProcess;
let url: string;
beforeAll(async () => {
  product = await startInProcess({ RATE_LIMITS: "off" });
  url = product.url;
});
afterAll(() => product.remove());

const refusal = { code: "email_not_verified", message: "Please verify your email address before logging in" };

/** Every call that requires a sign-in, with a value for each parameter. */
async function guardedCalls(): Promise<{ method: string; path: string }[]> {
  const { paths } = (await call(url, "GET", "/openapi.json")).body as { paths: Record<string, object> };
  const every = Object.entries(paths).flatMap(([path, methods]) =>
    Object.keys(methods).map((method) => ({
      method: method.toUpperCase(),
      path: path.replace(/\{\w+\}/g, "6f1b5a0e-53f5-4a3c-8f0e-3f7c0a0c9b11"),
    })),
  );
  const asked = await Promise.all(every.map(({ method, path }) => call(url, method, path)));
  return every.filter((_, n) => asked[n]?.body?.code === "not_signed_in");
}

const open = new Set(["GET /api/auth/me", "POST /api/auth/logout"]);

/** Registers, and adds the cookie with which a browser would send the same session. */
async function pendingPerson() {
  const person = newPerson();
  const { token, user } = await register(url, person);
  return { ...person, token, id: user.id, cookie: { cookie: `__Host-session=${token}`, origin: url } };
}

/** The session's status on the query side and the command side. The write has no fields, so it changes nothing. */
const standing = async (token: string): Promise<number[]> => [
  (await call(url, "GET", "/api/auth/me", { token, headers: await knowingAll(product) })).status,
  (await call(url, "PUT", "/api/user/profile", { token, body: {} })).status,
];
const pending = [200, 403];
const dead = [401, 401];

describe("the token of a registration", () => {
  it("T1 shows who it is, with an address that is not verified", async () => {
    const { token, cookie, email, username, id } = await pendingPerson();
    for (const asking of [{ token }, { headers: cookie }]) {
      const { status, body } = await call(url, "GET", "/api/auth/me", asking);
      expect(status).toBe(200);
      expect(body).toMatchObject({ user: { id, email, username, emailVerified: false, isActive: true } });
    }
  });

  it("T1 AU-16 is refused by every other call that asks for a sign-in, as a bearer and as a cookie", async () => {
    const { token, cookie } = await pendingPerson();
    const calls = (await guardedCalls()).filter(({ method, path }) => !open.has(`${method} ${path}`));
    expect(calls).toContainEqual({ method: "PUT", path: "/api/user/password" });
    expect(calls).toContainEqual({ method: "GET", path: "/api/user/sessions" });
    expect(calls.length).toBeGreaterThanOrEqual(5);
    const before = (await facts(product)).length;
    for (const { method, path } of calls) {
      for (const asking of [{ token }, { headers: cookie }]) {
        const { status, body } = await call(url, method, path, asking);
        expect({ call: `${method} ${path}`, status, body }).toEqual({
          call: `${method} ${path}`,
          status: 403,
          body: refusal,
        });
      }
    }
    expect((await facts(product)).length).toBe(before);
  });

  it("T1 may ask for the letter again", async () => {
    const { token, email } = await pendingPerson();
    const first = tokenIn(await emailTo(url, email, "Verify"));
    const resent = await call(url, "POST", "/api/auth/resend-verification", { token, body: { email } });
    expect(resent.status).toBe(200);
    await expect.poll(async () => tokenIn(await emailTo(url, email, "Verify"))).not.toBe(first);
  });

  it("T1 signs out, and is dead then", async () => {
    const { token, cookie } = await pendingPerson();
    const out = await call(url, "POST", "/api/auth/logout", { token });
    expect(out.status).toBe(200);
    expect(await standing(token)).toEqual(dead);
    expect((await call(url, "POST", "/api/auth/logout", { headers: cookie })).status).toBe(401);

    const other = await pendingPerson();
    expect((await call(url, "POST", "/api/auth/logout", { headers: other.cookie })).status).toBe(200);
    expect(await standing(other.token)).toEqual(dead);
  });

  it("T1 AU-16 dies with the verification of the address, whoever verifies it", async () => {
    const { token, cookie, email } = await pendingPerson();
    expect(await standing(token)).toEqual(pending);
    await verify(url, email);
    expect(await standing(token)).toEqual(dead);
    for (const asking of [{ token }, { headers: cookie }]) {
      const { status, body } = await call(url, "POST", "/api/auth/logout", asking);
      expect([status, body.code]).toEqual([401, "not_signed_in"]);
    }
  });

  it("AU-16 leaves no other way in to whoever registered somebody else's address, before its owner verifies", async () => {
    const attacker: Person = newPerson();
    const { token, user } = await register(url, attacker);
    const { email, password } = attacker;
    const login = () => call(url, "POST", "/api/auth/login", { body: { email, password } });
    expect((await login()).status).toBe(403);
    const changes = [
      call(url, "PUT", "/api/user/profile", { token, body: { firstName: "Mallory", lastName: "" } }),
      call(url, "PUT", "/api/user/password", {
        token,
        body: { currentPassword: password, newPassword: "another passphrase", confirmPassword: "another passphrase" },
      }),
      call(url, "DELETE", "/api/user/sessions", { token }),
    ];
    for (const { status, body } of await Promise.all(changes)) expect([status, body]).toEqual([403, refusal]);
    const types = (await facts(product)).filter(({ stream }) => stream === userStream(user.id));
    expect(types.map(({ type }) => type)).toEqual(["UserRegistered"]);
  });

  it("T1 lasts an hour and no longer, however much it is used", async () => {
    product.stopClock();
    const { token, cookie } = await pendingPerson();
    for (let minute = 0; minute < 59; minute += 10) {
      expect(await standing(token)).toEqual(pending);
      product.advance(590);
    }
    expect(await standing(token)).toEqual(pending);
    product.advance(60);
    expect(await standing(token)).toEqual(dead);
    expect((await call(url, "POST", "/api/auth/logout", { headers: cookie })).status).toBe(401);
  });
});
