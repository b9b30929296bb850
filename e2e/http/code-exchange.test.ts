import { describe, expect, it } from "vitest";
import { redirectUri, registerApplication } from "./applications.ts";
import { call } from "./client.ts";
import { consentScene } from "./consent-scene.ts";
import { exchange, givenCode, givenParties, newVerifier } from "./grants.ts";
import { claimsOf, endReason, errorOf, invalidGrant } from "./token-calls.ts";

const scene = consentScene();

it("TK-17 gives tokens for a code, with the scopes that were granted", async () => {
  const verifier = newVerifier();
  const code = await givenCode(scene.parties, { verifier, nonce: "a nonce" });
  const { status, headers, body } = await exchange(scene.parties, { code, code_verifier: verifier });
  expect([status, body]).toEqual([
    200,
    {
      access_token: expect.any(String),
      id_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 3600,
      scope: "openid profile",
    },
  ]);
  expect([headers.get("cache-control"), headers.get("pragma")]).toEqual(["no-store", "no-cache"]);
  const { application, user } = scene.parties;
  const common = { iss: scene.url, sub: user.id, auth_time: expect.any(Number) };
  expect(claimsOf(body.access_token)).toMatchObject({
    ...common,
    aud: scene.url,
    client_id: application.id,
    scope: body.scope,
  });
  expect(claimsOf(body.id_token)).toMatchObject({ ...common, aud: application.id, nonce: "a nonce" });
});

it("TK-06 refuses the code of another application, and ends it", async () => {
  const verifier = newVerifier();
  const code = await givenCode(scene.parties, { verifier });
  const other = await registerApplication(scene.url);
  const sent = { code, code_verifier: verifier };
  expect(errorOf(await exchange(scene.parties, sent, { basic: other }))).toEqual(invalidGrant);
  expect(errorOf(await exchange(scene.parties, sent))).toEqual(invalidGrant);
  expect(await endReason(scene.product, code)).toEqual(["code-leaked"]);
});

it("TK-07 refuses a code that was used, and ends every token that it gave", async () => {
  const verifier = newVerifier();
  const code = await givenCode(scene.parties, { verifier, scope: "openid offline_access" });
  const sent = { code, code_verifier: verifier };
  const { body } = await exchange(scene.parties, sent);
  expect(errorOf(await exchange(scene.parties, sent))).toEqual(invalidGrant);
  const again = { grant_type: "refresh_token", code: null, refresh_token: body.refresh_token };
  expect(errorOf(await exchange(scene.parties, again))).toEqual(invalidGrant);
  expect(await endReason(scene.product, code)).toEqual(["code-replayed"]);
});

it("TK-09 refuses another redirect URI, also one that is equal after normalization", async () => {
  const wrong = [
    null,
    "https://evil.example/callback",
    `${redirectUri}/`,
    `${redirectUri}?`,
    `${redirectUri}#`,
    redirectUri.replace("https:", "HTTPS:"),
    redirectUri.replace("app.example.com", "app.example.com:443"),
    redirectUri.replace("callback", "%63allback"),
    redirectUri.replace("/callback", "/x/../callback"),
  ];
  for (const redirect_uri of wrong) {
    const verifier = newVerifier();
    const code = await givenCode(scene.parties, { verifier });
    const answer = await exchange(scene.parties, { code, code_verifier: verifier, redirect_uri });
    expect([redirect_uri, ...errorOf(answer)]).toEqual([redirect_uri, ...invalidGrant]);
    expect(await endReason(scene.product, code)).toEqual(["code-refused"]);
  }
});

it("TK-12 refuses what is not a code, and leaves the code as it is", async () => {
  const verifier = newVerifier();
  const code = await givenCode(scene.parties, { verifier });
  const other = await givenCode(scene.parties, { verifier });
  const twists = [
    code.slice(0, -1),
    `${code}=`,
    `${code}A`,
    ` ${code}`,
    `${code}\0`,
    code.toUpperCase(),
    code.slice(0, 41) + other.slice(41),
    code.slice(0, 4) + crypto.randomUUID() + code.slice(40),
    code.replace("atc_", "atr_"),
    "x".repeat(10_000),
    "atc_",
    "{}",
  ];
  for (const twist of twists) {
    expect([twist, ...errorOf(await exchange(scene.parties, { code: twist, code_verifier: verifier }))]).toEqual([
      twist,
      ...invalidGrant,
    ]);
  }
  expect(errorOf(await exchange(scene.parties, { code: null }))).toEqual([400, "invalid_request"]);
  expect((await exchange(scene.parties, { code, code_verifier: verifier })).status).toBe(200);
});

describe("TK-13 between code and redemption", () => {
  it("TK-13 a changed password ends the code", async () => {
    const mine = await givenParties(scene.url, { application: scene.parties.application });
    const verifier = newVerifier();
    const code = await givenCode(mine, { verifier });
    const { password, token } = mine.user;
    const body = {
      currentPassword: password,
      newPassword: "another horse battery",
      confirmPassword: "another horse battery",
    };
    expect((await call(scene.url, "PUT /api/user/password", { token, body })).status).toBe(200);
    expect(errorOf(await exchange(mine, { code, code_verifier: verifier }))).toEqual(invalidGrant);
  });

  it("TK-13 a revoked consent ends the code", async () => {
    const mine = await givenParties(scene.url, { application: scene.parties.application });
    const verifier = newVerifier();
    const code = await givenCode(mine, { verifier });
    const revoke = `DELETE /api/user/connected-apps/${mine.application.id}`;
    expect((await call(scene.url, revoke, { token: mine.user.token })).status).toBe(200);
    expect(errorOf(await exchange(mine, { code, code_verifier: verifier }))).toEqual(invalidGrant);
  });

  it("TK-13 the end of the session ends the code, unless it outlives the session", async () => {
    const mine = await givenParties(scene.url, { application: scene.parties.application });
    const [short, offline] = [newVerifier(), newVerifier()];
    const code = await givenCode(mine, { verifier: short });
    const lasting = await givenCode(mine, { verifier: offline, scope: "openid offline_access" });
    expect((await call(scene.url, "POST /api/auth/logout", { token: mine.user.token })).status).toBe(200);
    expect(errorOf(await exchange(mine, { code, code_verifier: short }))).toEqual(invalidGrant);
    expect((await exchange(mine, { code: lasting, code_verifier: offline })).status).toBe(200);
  });
});

it("RC-03 lets one of 50 redemptions win, and ends what it gave", async () => {
  const verifier = newVerifier();
  const code = await givenCode(scene.parties, { verifier });
  const answers = await Promise.all(
    Array.from({ length: 50 }, () => exchange(scene.parties, { code, code_verifier: verifier })),
  );
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  expect(new Set(answers.filter(({ status }) => status !== 200).map((one) => errorOf(one).join(" ")))).toEqual(
    new Set(["400 invalid_grant"]),
  );
  expect(await endReason(scene.product, code)).toEqual(["code-replayed"]);
});
