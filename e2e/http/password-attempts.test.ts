/** @module-tag embedded/moves-clock */
import { sessionStream } from "@attestory/events/envelope.ts";
import { parseSessionToken } from "@attestory/http/security/session-token.ts";
import { afterAll, beforeAll, describe, expect, it } from "vitest";
import { type InProcess, startInProcess } from "../start-in-process.ts";
import { type Answered, call, givenSignedInUser, type Person } from "./client.ts";
import { from, login } from "./limited.ts";

let product: InProcess;
beforeAll(async () => {
  product = await startInProcess({ RATE_LIMITS: "on", TRUST_PROXY: "1" });
  product.stopClock();
});
afterAll(() => product.remove());

type Member = Person & { token: string; id: string };
const next = "another passphrase";
const change = (token: string, currentPassword: string, address = "198.51.100.1"): Promise<Answered> =>
  call(product.url, "PUT /api/user/password", {
    token,
    headers: from(address),
    body: { currentPassword, newPassword: next, confirmPassword: next },
  });
const me = async (token: string) => (await call(product.url, "GET /api/auth/me", { token })).status;
const wrongLogin = (person: Person) =>
  login(product.url, { ...person, password: "not it" }, { address: "198.51.100.1" });
const endOf = async ({ token }: Member) =>
  (await product.history(sessionStream(parseSessionToken(token)?.sessionId ?? ""))).at(-1)?.data;

describe("a stolen session", () => {
  it("PW-09 is slowed down by wrong current passwords, then ended without the account's other sessions", async () => {
    const owner: Member = await givenSignedInUser(product.url);
    const elsewhere = await login(product.url, owner, { address: "198.51.100.2" });
    const answers = await Promise.all(Array.from({ length: 40 }, (_, n) => change(owner.token, `guess ${n}`)));
    const { 400: judged = [], 429: refused = [] } = Object.groupBy(answers, ({ status }) => status);
    expect([judged.length, refused.length]).toEqual([5, 35]);
    expect(judged[0]?.body).toMatchObject({ code: "wrong_password" });
    expect(refused[0]?.body).toMatchObject({ code: "too_many_attempts" });
    expect(refused[0]?.headers.get("retry-after")).toBe("1");
    for (const seconds of [1, 2, 4, 8]) {
      expect((await change(owner.token, owner.password)).status).toBe(429);
      product.advance(seconds);
      expect((await change(owner.token, "not it", `10.1.${seconds}.1`)).status).toBe(400);
    }
    expect(await me(owner.token)).toBe(200);
    product.advance(16);
    const last = await change(owner.token, "not it");
    expect(last.status).toBe(401);
    expect(last.body).toMatchObject({ code: "session_ended" });
    expect(last.headers.getSetCookie().join()).toMatch(/__Host-session=;.*Max-Age=0/);
    expect([await me(owner.token), (await change(owner.token, owner.password)).status]).toEqual([401, 401]);
    expect(await endOf(owner)).toMatchObject({ reason: "guessed" });
    expect(await me(elsewhere.body.token)).toBe(200);
  });

  it("PW-09 is not ended by occasional wrong passwords between right ones", async () => {
    const owner = await givenSignedInUser(product.url);
    for (const attempt of ["one", "two", "three"]) expect((await change(owner.token, attempt)).status).toBe(400);
    expect((await change(owner.token, owner.password)).status).toBe(200);
    expect(await me(owner.token)).toBe(200);
  });
});

describe("one rate limit for every password form", () => {
  it("RL-05 counts attempts at sign-in and at the password change together, in either order", async () => {
    const [one, other] = [await givenSignedInUser(product.url), await givenSignedInUser(product.url)];
    for (let n = 0; n < 3; n++) expect((await wrongLogin(one)).status).toBe(401);
    for (let n = 0; n < 2; n++) expect((await change(one.token, "not it")).status).toBe(400);
    expect([(await wrongLogin(one)).status, (await change(one.token, one.password)).status]).toEqual([429, 429]);
    for (let n = 0; n < 5; n++) expect((await change(other.token, "not it")).status).toBe(400);
    expect((await login(product.url, other, { address: "198.51.100.9" })).status).toBe(429);
  });

  it("RL-05 is not bypassed by another spelling, another method or an idempotency key", async () => {
    const owner = await givenSignedInUser(product.url);
    const key = crypto.randomUUID();
    const headers = { ...from("198.51.100.1"), "idempotency-key": key };
    const spelled = [owner.email.toUpperCase(), ` ${owner.email} `, owner.email.replace("example", "EXAMPLE")];
    for (const email of [...spelled, ...spelled]) {
      const body = { email, password: "not it" };
      await call(product.url, "POST /api/auth/login", { headers, body });
    }
    expect((await login(product.url, owner, { address: "198.51.100.9" })).status).toBe(429);
  });
});
