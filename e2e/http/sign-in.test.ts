/** @module-tag two-processes */
import { sessionStream, userStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import {
  type Answered,
  type Asking,
  call,
  givenSignedInUser,
  givenUnverifiedUser,
  newPerson,
  signIn,
  verify,
} from "./client.ts";
import { facts, typesIn, when } from "./stored-log.ts";
import { cookieIn } from "./wire.ts";

const product = sharedProductScene();
let url: string;
beforeAll(() => {
  url = product.url;
});

const login = (email: string, password: string, headers: Record<string, string> = {}) =>
  call(url, "POST /api/auth/login", { body: { email, password }, headers });
const me = (asking: Asking) => call(url, "GET /api/auth/me", asking);
const idOf = (token: string) => token.split("_")[1] ?? "";
const cookieOf = (token: string) => ({ cookie: `__Host-session=${token}` });

/** Checks that the answer is a refusal without any token or cookie. */
const expectNoCredentials = ({ body, headers }: Answered) => {
  expect(Object.keys(body).toSorted()).toEqual(["code", "message"]);
  expect(JSON.stringify(body)).not.toMatch(/ats_/);
  expect(headers.getSetCookie()).toEqual([]);
};
const wrong = { code: "invalid_credentials", message: "Email or password is not right" };

describe("signing in with an unverified address", () => {
  it.each([{}, { rememberMe: true }, { totpCode: "123456" }])(
    "AU-02 is refused as unverified with the right password, without a token or a cookie (%j)",
    async (more) => {
      const { email, password } = await givenUnverifiedUser(url);

      const { response, events } = await when(product, () =>
        call(url, "POST /api/auth/login", { body: { email, password, ...more } }),
      );

      expect(response.status).toBe(403);
      expect(response.body).toEqual({
        code: "email_not_verified",
        message: "Please verify your email address before logging in",
      });
      expectNoCredentials(response);
      expect(events).toEqual([]);
    },
  );

  it("AU-02 works once the address is verified", async () => {
    const { email, password, id } = await givenUnverifiedUser(url);
    await verify(url, email);

    const { response, events } = await when(product, () => login(email, password));

    expect([response.status, response.body.user.id]).toEqual([200, id]);
    expect(events.map(({ type }) => type).toSorted()).toEqual(["SessionCounted", "SessionStarted"]);
  });

  it("T3 is refused like any wrong password with a wrong one", async () => {
    const { email, password } = await givenUnverifiedUser(url);

    for (const wrongPassword of [`${password}!`, password.toUpperCase(), ` ${password}`, "x"]) {
      const { response, events } = await when(product, () => login(email, wrongPassword));
      expect([response.status, response.body]).toEqual([401, wrong]);
      expectNoCredentials(response);
      expect(events).toEqual([]);
    }
  });
});

describe("signing in to a deactivated account", () => {
  it("AU-05 is refused like a wrong password, even with the right one, until it is reactivated", async () => {
    const user = await givenSignedInUser(url);
    const userId = user.id;
    await product.happened(userStream(userId), { type: "UserDeactivated", data: { userId } });

    for (const password of [user.password, "not the password"]) {
      const { response, events } = await when(product, () => login(user.email, password));
      expect([response.status, response.body]).toEqual([401, wrong]);
      expectNoCredentials(response);
      expect(events).toEqual([]);
    }

    await product.happened(userStream(userId), { type: "UserActivated", data: { userId } });
    expect((await login(user.email, user.password)).status).toBe(200);
    expect((await me({ token: user.token })).status).toBe(401);
  });

  it("AU-05 T3 is refused alike if the address was never verified", async () => {
    const { id: userId, email, password } = await givenUnverifiedUser(url);
    await product.happened(userStream(userId), { type: "UserDeactivated", data: { userId } });

    const { response, events } = await when(product, () => login(email, password));

    expect([response.status, response.body]).toEqual([401, wrong]);
    expectNoCredentials(response);
    expect(events).toEqual([]);
  });
});

describe("signing in while signed in", () => {
  it.each(["bearer", "cookie"])(
    "AU-15 as another user starts a new session and ends the old one (%s)",
    async (kind) => {
      const [ada, grace] = [await givenSignedInUser(url), await givenSignedInUser(url)];
      const adaElsewhere = await signIn(url, ada);
      const credential =
        kind === "bearer" ? { authorization: `Bearer ${ada.token}` } : { ...cookieOf(ada.token), origin: url };

      const response = await login(grace.email, grace.password, credential);

      expect(response.status).toBe(200);
      const { token, user } = response.body;
      expect(user.id).toBe(grace.id);
      expect(idOf(token)).not.toBe(idOf(ada.token));
      expect(cookieIn(response.headers, "__Host-session")).toBe(token);
      const oldSession = sessionStream(idOf(ada.token));
      expect(await typesIn(product, oldSession)).toEqual(["SessionStarted", "SessionEnded"]);
      const ended = (await facts(product)).findLast(({ stream }) => stream === oldSession);
      expect(JSON.parse(ended?.data ?? "")).toEqual({ sessionId: idOf(ada.token), reason: "replaced" });
      for (const asking of [{ token: ada.token }, { headers: cookieOf(ada.token) }]) {
        expect((await me(asking)).status).toBe(401);
      }
      expect((await call(url, "PUT /api/user/profile", { token: ada.token, body: {} })).status).toBe(401);
      expect((await me({ token })).body.user.id).toBe(grace.id);
      // Only the session that the request carried ended: her other device stays signed in.
      expect((await me({ token: adaElsewhere })).body.user.id).toBe(ada.id);
    },
  );

  it("AU-15 as the same user ends the old session, for reads as soon as it is answered", async () => {
    const ada = await givenSignedInUser(url);
    let { token } = ada;
    for (let round = 0; round < 25; round++) {
      const { body } = await login(ada.email, ada.password, { authorization: `Bearer ${token}` });
      const statuses = [(await me({ token })).status, (await me({ token: body.token })).status];
      expect({ round, statuses }).toEqual({ round, statuses: [401, 200] });
      ({ token } = body);
    }
  });

  it("AU-15 without success keeps the old session", async () => {
    const [ada, grace] = [await givenSignedInUser(url), await givenSignedInUser(url)];
    const unverified = await givenUnverifiedUser(url);
    const credential = { authorization: `Bearer ${ada.token}` };

    const { response: responses, events } = await when(product, async () => [
      await login(grace.email, "not her password", credential),
      await login(newPerson().email, grace.password, credential),
      await login(unverified.email, unverified.password, credential),
    ]);

    expect(responses.map(({ status }) => status)).toEqual([401, 401, 403]);
    expect(events).toEqual([]);
    expect((await me({ token: ada.token })).status).toBe(200);
  });

  it("AU-15 never adopts a session that the request proposes", async () => {
    const grace = await givenSignedInUser(url);
    const ended = await signIn(url, grace);
    await call(url, "POST /api/auth/logout", { token: ended });

    for (const proposed of [ended, ended.replace(/.{4}$/, "AAAA"), `ats_${crypto.randomUUID()}_${"A".repeat(43)}`]) {
      const { body } = await login(grace.email, grace.password, { ...cookieOf(proposed), origin: url });
      expect(body.token).not.toBe(proposed);
      expect(idOf(body.token)).not.toBe(idOf(proposed));
      expect((await me({ token: proposed })).status).toBe(401);
    }
  });
});
