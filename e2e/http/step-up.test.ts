/** @module-tag embedded/moves-clock */
import { randomUUID } from "node:crypto";
import { attemptsStream, sessionStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { call, givenSignedInUser, type Person } from "./client.ts";
import { byStatus, from, login, wrongPassword } from "./limited.ts";
import { sessionIdOf } from "./session-calls.ts";
import { when } from "./stored-log.ts";

const product = ownProductScene({ RATE_LIMITS: "on", TRUST_PROXY: "1" });
beforeAll(() => {
  product.stopClock();
});

type Member = Person & { token: string; id: string };
const home = "198.51.100.1";

const stepUp = (token: string, currentPassword: string, headers: Record<string, string> = from(home)) =>
  call(product.url, "POST /api/auth/step-up", { token, headers, body: { currentPassword } });
const historyOf = ({ token }: Member) => product.history(sessionStream(sessionIdOf(token)));
const statusOf = async (token: string) => (await call(product.url, "GET /api/auth/me", { token })).status;

describe("a step-up", () => {
  it("T4 is recorded in the session's own stream, with the method and nothing secret", async () => {
    const owner = await givenSignedInUser(product.url);

    const { response, events } = await when(product, () => stepUp(owner.token, owner.password));

    expect([response.status, response.body]).toEqual([200, { message: "Confirmed" }]);
    expect(events.map(({ stream, type }) => [stream, type])).toEqual([
      [sessionStream(sessionIdOf(owner.token)), "SessionReauthenticated"],
    ]);
    expect((await historyOf(owner)).at(-1)).toMatchObject({
      data: { sessionId: sessionIdOf(owner.token), method: "password" },
      actor: { kind: "user", id: owner.id },
      ip: home,
    });
  });

  it("T4 answers the same when it is repeated, and proves nothing anew", async () => {
    const owner = await givenSignedInUser(product.url);
    const key = { ...from(home), "idempotency-key": randomUUID() };
    const first = await stepUp(owner.token, owner.password, key);
    product.advance(60);

    const { response, events } = await when(product, () => stepUp(owner.token, owner.password, key));

    expect([response.status, response.body]).toEqual([first.status, first.body]);
    expect(events).toEqual([]);
    const another = await stepUp(owner.token, wrongPassword, key);
    expect([another.status, another.body.code]).toEqual([409, "idempotency_key_reused"]);
  });

  it("T4 is also recorded by a password change, whose current password proves the same", async () => {
    const owner = await givenSignedInUser(product.url);
    const newPassword = "another passphrase";
    const body = { currentPassword: owner.password, newPassword, confirmPassword: newPassword };

    const changed = await call(product.url, "PUT /api/user/password", { token: owner.token, body });

    expect(changed.status).toBe(200);
    expect((await historyOf(owner)).map(({ type }) => type)).toEqual(["SessionStarted", "SessionReauthenticated"]);
    const wrong = await call(product.url, "PUT /api/user/password", { token: owner.token, body });
    expect(wrong.body.code).toBe("wrong_password");
    expect(await historyOf(owner)).toHaveLength(2);
  });

  it("T4 names the password as the way of an account that has nothing else", async () => {
    const { token } = await givenSignedInUser(product.url);
    const { status, body } = await call(product.url, "POST /api/auth/step-up/begin", { token });
    expect([status, body]).toEqual([200, { methods: ["password"], options: null }]);
  });
});

describe("wrong passwords in a step-up", () => {
  it("PW-09 are refused by field, slowed down, and end the session at the tenth", async () => {
    const owner: Member = await givenSignedInUser(product.url);
    const elsewhere = await login(product.url, owner, { address: "198.51.100.2" });

    const guesses = await when(product, () =>
      Promise.all(Array.from({ length: 20 }, (_, n) => stepUp(owner.token, `guess ${n}`))),
    );

    const { 400: verified = [], 429: refused = [] } = byStatus(guesses.response);
    expect([verified.length, refused.length]).toEqual([5, 15]);
    expect(verified[0]?.body).toEqual({
      code: "wrong_password",
      message: "Your current password is not right",
      fields: { currentPassword: "This is not your current password" },
    });
    expect(refused[0]?.headers.get("retry-after")).toBe("1");
    for (const seconds of [1, 2, 4, 8]) {
      product.advance(seconds);
      expect((await stepUp(owner.token, wrongPassword, from(`10.1.${seconds}.1`))).status).toBe(400);
    }
    expect(await statusOf(owner.token)).toBe(200);
    product.advance(16);

    const last = await stepUp(owner.token, wrongPassword);

    expect([last.status, last.body.code]).toEqual([401, "session_ended"]);
    expect(last.headers.getSetCookie().join()).toMatch(/__Host-session=;.*Max-Age=0/);
    expect((await historyOf(owner)).map(({ type }) => type)).toEqual(["SessionStarted", "SessionEnded"]);
    expect([await statusOf(owner.token), await statusOf(elsewhere.body.token)]).toEqual([401, 200]);
  });

  it("RL-05 are counted together with those at sign-in and at the password change", async () => {
    const owner = await givenSignedInUser(product.url);
    const newPassword = "another passphrase";
    const changeWrongly = () =>
      call(product.url, "PUT /api/user/password", {
        token: owner.token,
        headers: from(home),
        body: { currentPassword: wrongPassword, newPassword, confirmPassword: newPassword },
      });
    const signInWrongly = () => login(product.url, { ...owner, password: wrongPassword }, { address: home });
    for (let n = 0; n < 2; n++) expect((await stepUp(owner.token, wrongPassword)).status).toBe(400);
    for (let n = 0; n < 2; n++) expect((await signInWrongly()).status).toBe(401);
    expect((await changeWrongly()).status).toBe(400);

    const { response, events } = await when(product, async () => [
      await stepUp(owner.token, owner.password),
      await signInWrongly(),
      await changeWrongly(),
      await login(product.url, owner, { address: "198.51.100.9" }),
    ]);

    expect(response.map(({ status }) => status)).toEqual([429, 429, 429, 429]);
    expect(events).toEqual([]);
    const doors = async () =>
      (await product.history(attemptsStream(owner.id))).flatMap((event) =>
        event.type === "WrongPasswordGiven" ? [event.data.door] : [],
      );
    // Recorded in the background.
    await expect.poll(doors).toEqual(["step-up", "step-up", "sign-in", "sign-in", "password-change"]);
  });
});
