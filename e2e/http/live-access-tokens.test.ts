import { createLocalJWKSet, jwtVerify } from "jose";
import { describe, expect, it } from "vitest";
import { adminScene } from "./admin-scene.ts";
import { setStatus } from "./admins.ts";
import { call } from "./client.ts";
import { type DeclaredRoute, declaredRoutes, filled, named } from "./declared-routes.ts";
import {
  askUserinfo,
  exchange,
  givenCode,
  givenParties,
  givenTokens,
  newVerifier,
  type Parties,
  refresh,
} from "./grants.ts";
import { absentId } from "./session-calls.ts";
import { errorOf, invalidGrant, postForm } from "./token-calls.ts";

const scene = adminScene();

const statusOf = async (accessToken: string) => (await askUserinfo(scene.url, accessToken)).status;
const online = "openid profile email";
const offline = `${online} offline_access`;
const introspected = async ({ application }: Parties, token: string) =>
  (await postForm(`${scene.url}/api/oauth/introspect`, { token }, { basic: application })).body.active;

const expectRefused = async (route: DeclaredRoute, tokens: readonly string[]) => {
  const body = route.method === "GET" ? {} : { body: { unknown: 1 } };
  for (const token of tokens) {
    const { status } = await call(scene.url, `${route.method} ${filled(route.path, absentId)}`, { token, ...body });
    expect([named(route), status]).toEqual([named(route), 401]);
  }
};

describe("an access token", () => {
  it("RS-08 names the same sub as the ID token, for every application and after a change of the profile", async () => {
    const parties = await givenParties(scene.url);
    const { user } = parties;
    const tokens = await givenTokens(parties, { scope: online });
    const { body: keys } = await call(scene.url, "GET /api/oauth/jwks");
    const { body: metadata } = await call(scene.url, "GET /.well-known/openid-configuration");
    const rules = { issuer: metadata.issuer, audience: parties.application.clientId, algorithms: ["RS256"] };
    const { payload } = await jwtVerify(tokens.id_token, createLocalJWKSet(keys), rules);
    expect([payload.sub, (await askUserinfo(scene.url, tokens.access_token)).body.sub]).toEqual([user.id, user.id]);
    const profile = { firstName: "Augusta", lastName: "King" };
    const changed = await call(scene.url, "PUT /api/user/profile", { token: user.token, body: profile });
    const headers = { "x-log-position": changed.headers.get("x-log-position") ?? "" };
    const { body } = await call(scene.url, "GET /api/oauth/userinfo", { token: tokens.access_token, headers });
    expect(body).toMatchObject({ sub: user.id, name: "Augusta King", email: user.email });
    const elsewhere = await givenTokens(await givenParties(scene.url, { user }), { scope: online });
    expect((await askUserinfo(scene.url, elsewhere.access_token)).body.sub).toBe(user.id);
  });

  it("AC-01 RS-04 T17 is accepted at userinfo alone, and nothing else is accepted there", async () => {
    const parties = await givenParties(scene.url);
    const tokens = await givenTokens(parties, { scope: offline });
    expect(await statusOf(tokens.access_token)).toBe(200);
    const guarded = (await declaredRoutes(scene.url)).filter(
      ({ open, path }) => !open && path !== "/api/oauth/userinfo",
    );
    expect(guarded.length).toBeGreaterThan(20);
    for (const route of guarded)
      await expectRefused(route, [tokens.access_token, tokens.refresh_token, tokens.id_token]);
    const { body: key } = await call(scene.url, "POST /api/developer/api-keys", {
      token: parties.application.developer.token,
      body: { name: "A key" },
    });
    const others = [parties.user.token, tokens.refresh_token, tokens.id_token, String(key.apiKey?.keyValue)];
    for (const token of others) expect(errorOf(await askUserinfo(scene.url, token))).toEqual([401, "invalid_token"]);
  });

  it("RS-10 is issued and checked where the metadata says, with the methods that it lists", async () => {
    const { body: metadata } = await call(scene.url, "GET /.well-known/openid-configuration");
    const { body: keys } = await call(scene.url, "GET /api/oauth/jwks");
    // Of each the one that signs, and within a minute of the start the next one.
    expect(new Set(keys.keys.map(({ alg }: { alg: string }) => alg))).toEqual(new Set(["ES256", "RS256"]));
    const endpoints = Object.entries<string>(metadata).filter(
      ([name]) => name.endsWith("_endpoint") || name === "jwks_uri",
    );
    const declared = (await declaredRoutes(scene.url)).map(({ path }) => path);
    // The API's description has no pages.
    const pages = ["/oauth/authorize", "/api/oauth/end_session"];
    for (const [name, address] of endpoints) {
      expect([name, address.startsWith(`${metadata.issuer}/`)]).toEqual([name, true]);
      const path = new URL(address).pathname;
      expect([name, pages.includes(path) || declared.includes(path)]).toEqual([name, true]);
    }
  });

  it.each([online, offline])("RS-07 with the scope %s ends before the answer to what ends it", async (scope) => {
    const endings: [string, (parties: Parties) => Promise<{ status: number }>][] = [
      [
        "a revoked consent",
        ({ user, application }) =>
          call(scene.url, `DELETE /api/user/connected-apps/${application.id}`, { token: user.token }),
      ],
      [
        "a deleted application",
        ({ application }) =>
          call(scene.url, `DELETE /api/developer/applications/${application.id}`, {
            token: application.developer.token,
          }),
      ],
      [
        "a suspended application",
        ({ application }) =>
          call(scene.url, `PUT /api/admin/applications/${application.id}/status`, {
            token: scene.admin.token,
            body: { isActive: false },
          }),
      ],
      [
        "a changed password",
        ({ user }) => {
          const newPassword = "correct horse battery 2";
          const body = { currentPassword: user.password, newPassword, confirmPassword: newPassword };
          return call(scene.url, "PUT /api/user/password", { token: user.token, body });
        },
      ],
      ["a deactivated account", ({ user }) => setStatus(scene.url, { by: scene.admin, of: user }, false)],
    ];
    for (const [label, end] of endings) {
      const parties = await givenParties(scene.url);
      const { access_token } = await givenTokens(parties, { scope });
      expect([label, await statusOf(access_token)]).toEqual([label, 200]);
      expect([label, (await end(parties)).status]).toEqual([label, 200]);
      expect([label, await statusOf(access_token)]).toEqual([label, 401]);
    }
  });

  it("RS-07 ends with the session, unless it may outlive it", async () => {
    for (const scope of [online, offline]) {
      const parties = await givenParties(scene.url);
      const { access_token } = await givenTokens(parties, { scope });
      expect((await call(scene.url, "POST /api/auth/logout", { token: parties.user.token })).status).toBe(200);
      expect([scope, await statusOf(access_token)]).toEqual([scope, scope === offline ? 200 : 401]);
    }
  });

  it("SE-06 RC-08 works no longer once the deactivation of its user is acknowledged, nor does a code or a refresh token", async () => {
    const parties = await givenParties(scene.url);
    const tokens = await givenTokens(parties, { scope: offline });
    const { code, ...sent } = await newCode(parties);
    const used = await newCode(parties);
    const isActive = (token: string) => introspected(parties, token);
    expect([await isActive(tokens.access_token), await isActive(tokens.refresh_token)]).toEqual([true, true]);
    const during = Promise.all([refresh(parties, tokens), exchange(parties, used), statusOf(tokens.access_token)]);
    expect((await setStatus(scene.url, { by: scene.admin, of: parties.user }, false)).status).toBe(200);
    const [refreshed, exchanged] = await during;
    const given = [tokens, ...[refreshed, exchanged].flatMap(({ status, body }) => (status === 200 ? [body] : []))];
    const expectDead = async () => {
      expect(errorOf(await exchange(parties, { code, ...sent }))).toEqual(invalidGrant);
      for (const { access_token, refresh_token } of given) {
        expect(await statusOf(access_token)).toBe(401);
        expect(errorOf(await refresh(parties, { refresh_token }))).toEqual(invalidGrant);
        expect([await isActive(access_token), await isActive(refresh_token)]).toEqual([false, false]);
      }
    };
    await expectDead();
    await setStatus(scene.url, { by: scene.admin, of: parties.user }, true);
    await expectDead();
  });
});

const newCode = async (parties: Parties) => {
  const verifier = newVerifier();
  return { code: await givenCode(parties, { scope: offline, verifier }), code_verifier: verifier };
};
