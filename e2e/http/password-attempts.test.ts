/** @module-tag embedded/moves-clock */
import { sessionStream } from "@attestory/events/envelope.ts";
import { parseSessionToken } from "@attestory/http/security/session-token.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { type Answered, call, givenSignedInUser, type Person } from "./client.ts";
import { byStatus, from, login, wrongPassword } from "./limited.ts";
import { when } from "./stored-log.ts";

const product = ownProductScene({ RATE_LIMITS: "on", TRUST_PROXY: "1" });
beforeAll(() => {
  product.stopClock();
});

type Member = Person & { token: string; id: string };
const next = "another passphrase";
const changePassword = (token: string, currentPassword: string, address = "198.51.100.1"): Promise<Answered> =>
  call(product.url, "PUT /api/user/password", {
    token,
    headers: from(address),
    body: { currentPassword, newPassword: next, confirmPassword: next },
  });
const signInWrongly = (person: Person) =>
  login(product.url, { ...person, password: wrongPassword }, { address: "198.51.100.1" });
const statusOf = async (token: string) => (await call(product.url, "GET /api/auth/me", { token })).status;
const streamOf = ({ token }: Member) => sessionStream(parseSessionToken(token)?.sessionId ?? "");

describe("a stolen session", () => {
  it("PW-09 is slowed down by wrong current passwords, then ended without the account's other sessions", async () => {
    const owner: Member = await givenSignedInUser(product.url);
    const elsewhere = await login(product.url, owner, { address: "198.51.100.2" });

    const guesses = await when(product, () =>
      Promise.all(Array.from({ length: 40 }, (_, n) => changePassword(owner.token, `guess ${n}`))),
    );

    const { 400: verified = [], 429: refused = [] } = byStatus(guesses.response);
    expect([verified.length, refused.length]).toEqual([5, 35]);
    expect(verified[0]?.body).toMatchObject({ code: "wrong_password" });
    expect(refused[0]?.body).toMatchObject({ code: "too_many_attempts" });
    expect(refused[0]?.headers.get("retry-after")).toBe("1");
    expect(guesses.events).toEqual([]);

    for (const seconds of [1, 2, 4, 8]) {
      const rightDuringDelay = await changePassword(owner.token, owner.password);
      product.advance(seconds);
      const wrongAfterDelay = await changePassword(owner.token, wrongPassword, `10.1.${seconds}.1`);
      expect([rightDuringDelay.status, wrongAfterDelay.status]).toEqual([429, 400]);
    }
    expect(await statusOf(owner.token)).toBe(200);
    product.advance(16);

    const { response, events } = await when(product, () => changePassword(owner.token, wrongPassword));

    expect(response.status).toBe(401);
    expect(response.body).toMatchObject({ code: "session_ended" });
    expect(response.headers.getSetCookie().join()).toMatch(/__Host-session=;.*Max-Age=0/);
    expect(events.map(({ stream, type }) => [stream, type])).toContainEqual([streamOf(owner), "SessionEnded"]);
    expect((await product.history(streamOf(owner))).at(-1)?.data).toMatchObject({ reason: "guessed" });
    const withRightPassword = await changePassword(owner.token, owner.password);
    expect([await statusOf(owner.token), withRightPassword.status]).toEqual([401, 401]);
    expect(await statusOf(elsewhere.body.token)).toBe(200);
  });

  it("PW-09 is not ended by occasional wrong passwords between right ones", async () => {
    const owner = await givenSignedInUser(product.url);
    for (const attempt of ["one", "two", "three"]) {
      expect((await changePassword(owner.token, attempt)).status).toBe(400);
    }

    const { response, events } = await when(product, () => changePassword(owner.token, owner.password));

    expect(response.status).toBe(200);
    expect(events.map(({ type }) => type)).toContain("PasswordChanged");
    expect(await statusOf(owner.token)).toBe(200);
  });
});

describe("one rate limit for every password form", () => {
  it("RL-05 counts attempts at sign-in and at the password change together, in either order", async () => {
    const [one, other] = [await givenSignedInUser(product.url), await givenSignedInUser(product.url)];
    for (let n = 0; n < 3; n++) expect((await signInWrongly(one)).status).toBe(401);
    for (let n = 0; n < 2; n++) expect((await changePassword(one.token, wrongPassword)).status).toBe(400);
    for (let n = 0; n < 5; n++) expect((await changePassword(other.token, wrongPassword)).status).toBe(400);

    const { response: responses, events } = await when(product, async () => [
      await signInWrongly(one),
      await changePassword(one.token, one.password),
      await login(product.url, other, { address: "198.51.100.9" }),
    ]);

    expect(responses.map(({ status }) => status)).toEqual([429, 429, 429]);
    expect(events).toEqual([]);
  });

  it("RL-05 is not bypassed by another spelling, another method or an idempotency key", async () => {
    const owner = await givenSignedInUser(product.url);
    const headers = { ...from("198.51.100.1"), "idempotency-key": crypto.randomUUID() };
    const spellings = [owner.email.toUpperCase(), ` ${owner.email} `, owner.email.replace("example", "EXAMPLE")];
    for (const email of [...spellings, ...spellings]) {
      const body = { email, password: wrongPassword };
      await call(product.url, "POST /api/auth/login", { headers, body });
    }

    const { response, events } = await when(product, () => login(product.url, owner, { address: "198.51.100.9" }));

    expect(response.status).toBe(429);
    expect(events).toEqual([]);
  });
});
