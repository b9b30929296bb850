import { logoutStream } from "@attestory/events/envelope.ts";
import { createRemoteJWKSet, jwtVerify } from "jose";
import { beforeAll, describe, expect, it } from "vitest";
import { care, givenAdmin, secureOwn, setStatus } from "./admins.ts";
import type { RegisteredApplication } from "./applications.ts";
import { answerIn, newApplication, requestOf, Visitor } from "./authorizations.ts";
import { type Answered, call, givenSignedInUser, type Person, signIn } from "./client.ts";
import { answer, givenDevice, poll } from "./device-scene.ts";
import { logoutReceiver } from "./logout-receiver.ts";
import { exchange, givenSignedIn, isSignedIn, logOut, logoutScene, returnTo, textOf } from "./logout-scene.ts";
import { sessionIdOf } from "./session-calls.ts";
import { claimsOf } from "./token-calls.ts";

const scene = logoutScene({ OUTBOUND_ALLOW_PRIVATE: "on" });
const receiver = logoutReceiver();
let told: RegisteredApplication;

const newTold = (said: Record<string, unknown> = {}) =>
  newApplication(scene.url, { backchannelLogoutUri: `${receiver.url}/out`, ...said });
beforeAll(async () => {
  told = await newTold({ postLogoutRedirectUris: [returnTo] });
});

describe("RS-18 a logout token", () => {
  it("oidcc-backchannel-logout-discovery-endpoint-verification", async () => {
    const { body } = await call(scene.url, "GET /.well-known/openid-configuration");
    expect(body).toMatchObject({ backchannel_logout_supported: true, backchannel_logout_session_supported: true });
  });

  it.each(["RS256", "ES256"] as const)("oidcc-backchannel-rp-initiated-logout, signed with %s", async (alg) => {
    const client = await newTold({ postLogoutRedirectUris: [returnTo], idTokenAlgorithm: alg });
    const { visitor, tokens } = await givenSignedIn(scene, client);
    await logOut(visitor, { id_token_hint: tokens.id_token, post_logout_redirect_uri: returnTo });
    await receiver.received(client, 1);
    const keys = createRemoteJWKSet(new URL(`${scene.url}/api/oauth/jwks`));
    const { payload, protectedHeader } = await jwtVerify(receiver.of(client.id)[0] ?? "", keys, {
      issuer: scene.url,
      audience: client.id,
      typ: "logout+jwt",
      requiredClaims: ["iat", "exp", "jti"],
    });
    const { sub, sid } = claimsOf(tokens.id_token);
    expect(protectedHeader.alg).toBe(alg);
    expect(payload).toMatchObject({ sub, sid, events: { "http://schemas.openid.net/event/backchannel-logout": {} } });
    expect(payload).not.toHaveProperty("nonce");
  });

  it("CR-03 is neither an access token nor an ID token", async () => {
    const client = await newTold();
    const { visitor, tokens } = await givenSignedIn(scene, client);
    await logOut(visitor, { id_token_hint: tokens.id_token });
    await receiver.received(client, 1);
    const [token = ""] = receiver.of(client.id);
    expect((await call(scene.url, "GET /api/oauth/userinfo", { token })).status).toBe(401);
    expect((await call(scene.url, "GET /api/auth/me", { token })).status).toBe(401);
    const again = await givenSignedIn(scene, client);
    expect(textOf(await logOut(again.visitor, { id_token_hint: token }))).toContain("Sign out?");
    expect(await isSignedIn(again.visitor)).toBe(true);
  });
});

type SignedIn = Person & { id: string; token: string };
/** Each ends the session of the browser's user that is named by its token. `other`: another session of the same user. */
const endings: Record<string, (of: SignedIn, other: string) => Promise<Answered>> = {
  "a sign-out": ({ token }) => call(scene.url, "POST /api/auth/logout", { token }),
  "a sign-in that replaces it": ({ email, password, token }) =>
    call(scene.url, "POST /api/auth/login", { token, body: { email, password } }),
  "the end of one session": ({ token }, other) =>
    call(scene.url, `DELETE /api/user/sessions/${sessionIdOf(token)}`, { token: other }),
  "the end of every other session": (_, other) => call(scene.url, "DELETE /api/user/sessions", { token: other }),
  "a new password": ({ password }, other) => {
    const newPassword = "another horse battery";
    const body = { currentPassword: password, newPassword, confirmPassword: newPassword };
    return call(scene.url, "PUT /api/user/password", { token: other, body });
  },
  "an account that its owner secures": (_, other) => secureOwn(scene.url, other),
  "a deactivation": async (of) => setStatus(scene.url, { by: await givenAdmin(scene.product), of }, false),
  "a password that an admin ends": async (of) =>
    care(scene.url, { by: await givenAdmin(scene.product), of }, "force-reset"),
};

describe("RS-18 sends a logout token to each application of a session that ends", () => {
  it("DF-09 also one that signed its user in on a device", async () => {
    const client = await newTold({ allowDeviceFlow: true });
    const user = await givenSignedInUser(scene.url);
    const device = await givenDevice({ url: scene.url, application: client });
    await answer({ url: scene.url, user }, device);
    const { body } = await poll({ url: scene.url, application: client }, device);
    await call(scene.url, "POST /api/auth/logout", { token: user.token });
    await receiver.received(client, 1);
    expect(claimsOf(receiver.of(client.id)[0] ?? "")).toMatchObject({ sid: claimsOf(body.id_token).sid });
  });

  it.each(Object.keys(endings))("by %s", async (what) => {
    const client = await newTold();
    const user = await givenSignedInUser(scene.url);
    const other = await signIn(scene.url, user);
    const visitor = new Visitor(scene.url);
    const token = await visitor.signIn(user);
    const asked = requestOf(client);
    await visitor.authorize(asked);
    await exchange(scene, client, answerIn((await visitor.consent(asked)).body.redirectUrl).code);
    const { status } = (await endings[what]?.({ ...user, token }, other)) ?? {};
    expect(status).toBe(200);
    const [claims] = await receiver.received(client, 1);
    expect(claims).toMatchObject({ sub: user.id, sid: sessionIdOf(token) });
  });

  it("but none that takes no ID token, asks for none or was signed in to in another session", async () => {
    const [client, silent] = [await newTold(), await newApplication(scene.url)];
    const { visitor } = await givenSignedIn(scene, client);
    const { visitor: staying } = await givenSignedIn(scene, client);
    for (const [asking, scope] of [
      [silent, "openid"],
      [told, "profile"],
    ] as const) {
      const asked = requestOf(asking, { scope });
      await visitor.authorize(asked);
      await exchange(scene, asking, answerIn((await visitor.consent(asked)).body.redirectUrl).code);
    }
    const before = receiver.of(told.id).length;
    await visitor.call("POST /api/auth/logout");
    await receiver.received(client, 1);
    expect(receiver.of(told.id)).toHaveLength(before);
    expect(receiver.of(silent.id)).toEqual([]);
    expect(await isSignedIn(staying)).toBe(true);
  });
});

const requestsOf = async ({ id, developer }: RegisteredApplication): Promise<Record<string, unknown>[]> =>
  (await call(scene.url, `GET /api/developer/applications/${id}/requests`, { token: developer.token })).body.requests;

/** What the log says became of a logout token. */
const outcomesOf = async (jti: unknown): Promise<object[]> =>
  (await scene.product.history(logoutStream(String(jti)))).map(({ type, data }) => ({
    type,
    ...("reason" in data && { reason: data.reason }),
  }));

describe("RS-19 a logout token that its application does not take", () => {
  it("is sent again, with a new time and the same id, and its developer sees why", async () => {
    const client = await newTold();
    const { visitor } = await givenSignedIn(scene, client);
    receiver.answers.push(302);
    await visitor.call("POST /api/auth/logout");
    const [first, second] = await receiver.received(client, 2);
    expect(second?.jti).toBe(first?.jti);
    expect(receiver.strange).toEqual([]);
    await expect.poll(() => requestsOf(client), { timeout: 20_000 }).toHaveLength(1);
    expect(await requestsOf(client)).toMatchObject([
      {
        endpoint: "backchannel_logout",
        error: "logout_token_not_taken",
        description: `${receiver.url}/out: it answered 302. It is tried again for a day.`,
      },
    ]);
    expect(await outcomesOf(first?.jti)).toEqual([{ type: "LogoutTokenSent" }]);
  });

  it("is given up once the application wants none any more", async () => {
    const client = await newTold();
    const { visitor } = await givenSignedIn(scene, client);
    receiver.answers.push(500);
    await visitor.call("POST /api/auth/logout");
    const [first] = await receiver.received(client, 1);
    const { id, developer, name, redirectUris } = client;
    const body = { name, redirectUris, backchannelLogoutUri: null };
    expect(
      (await call(scene.url, `PUT /api/developer/applications/${id}`, { token: developer.token, body })).status,
    ).toBe(200);
    await expect
      .poll(() => outcomesOf(first?.jti), { timeout: 20_000 })
      .toEqual([{ type: "LogoutTokenAbandoned", reason: "not wanted" }]);
    expect(receiver.of(id)).toHaveLength(1);
  });

  it("RS-21 is sent for no dead code: one that is presented after its session has ended", async () => {
    const client = await newTold();
    for (const scope of ["openid", "openid offline_access"]) {
      const { visitor, tokens } = await givenSignedIn(scene, client);
      const asked = requestOf(client, { scope, prompt: "consent" });
      await visitor.authorize(asked);
      const { code } = answerIn((await visitor.consent(asked)).body.redirectUrl);
      const before = receiver.of(client.id).length;
      await logOut(visitor, { id_token_hint: tokens.id_token });
      await receiver.received(client, before + 1);
      for (let n = 0; n < 3; n++) await exchange(scene, client, code);
      const { visitor: later } = await givenSignedIn(scene, client);
      await later.call("POST /api/auth/logout");
      // Of `offline_access`, which outlives the session, the first use gives an ID token of the ended session.
      const ofEnded = scope === "openid" ? 1 : 2;
      const received = (await receiver.received(client, before + ofEnded + 1)).slice(before);
      const { sid } = claimsOf(tokens.id_token);
      expect(received.filter((claims) => claims.sid === sid)).toHaveLength(ofEnded);
    }
  });
});
