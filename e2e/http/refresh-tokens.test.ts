import { authorizationStream } from "@attestory/events/envelope.ts";
import { expect, it } from "vitest";
import { registerApplication } from "./applications.ts";
import { call, signIn } from "./client.ts";
import { consentScene, offline } from "./consent-scene.ts";
import { givenParties, givenTokens, refresh } from "./grants.ts";
import { claimsOf, endReason, errorOf, invalidGrant, postForm } from "./token-calls.ts";

const scene = consentScene();

const idOf = (token: string) => token.split("_")[1] ?? "";
const revoke = (token: string, application = scene.parties.application) =>
  postForm(`${scene.url}/api/oauth/revoke`, { token }, { basic: application });

it("TK-16 gives a refresh token only for offline_access", async () => {
  expect(await givenTokens(scene.parties, { scope: "openid" })).not.toHaveProperty("refresh_token");
  expect(await givenTokens(scene.parties, offline)).toHaveProperty("refresh_token");
});

it("TK-16 replaces a refresh token by its use, and gives the same person's tokens", async () => {
  const first = await givenTokens(scene.parties, { ...offline, nonce: "a nonce" });
  const { status, headers, body } = await refresh(scene.parties, first);
  expect([status, body]).toEqual([
    200,
    {
      access_token: expect.any(String),
      refresh_token: expect.stringMatching(/^atr_[0-9a-f-]{36}_2_[A-Za-z0-9_-]{43}$/),
      id_token: expect.any(String),
      token_type: "Bearer",
      expires_in: 3600,
      scope: offline.scope,
    },
  ]);
  expect(headers.get("cache-control")).toBe("no-store");
  const { nonce, ...before } = claimsOf(first.id_token);
  const { iss, sub, aud, azp, auth_time } = before;
  const after = claimsOf(body.id_token);
  expect(nonce).toBe("a nonce");
  expect(after).toMatchObject({ iss, sub, aud, azp, auth_time });
  expect(after).not.toHaveProperty("nonce");
  expect((await refresh(scene.parties, body)).status).toBe(200);
});

it("TK-16 ends the family when an earlier refresh token is used", async () => {
  const first = await givenTokens(scene.parties, offline);
  const { body: second } = await refresh(scene.parties, first);
  expect(errorOf(await refresh(scene.parties, first))).toEqual(invalidGrant);
  expect(errorOf(await refresh(scene.parties, second))).toEqual(invalidGrant);
  expect(await endReason(scene.product, first.refresh_token)).toEqual(["refresh-token-reused"]);
});

it("TK-16 refuses the refresh token of another application, and ends its family", async () => {
  const tokens = await givenTokens(scene.parties, offline);
  const other = await registerApplication(scene.url);
  expect(errorOf(await refresh(scene.parties, tokens, { basic: other }))).toEqual(invalidGrant);
  expect(errorOf(await refresh(scene.parties, tokens))).toEqual(invalidGrant);
  expect(await endReason(scene.product, tokens.refresh_token)).toEqual(["refresh-token-leaked"]);
});

it("TK-16 gives an access token of a narrower scope, and refuses a wider one", async () => {
  const tokens = await givenTokens(scene.parties, offline);
  const wider = await refresh(scene.parties, tokens, { scope: "openid email" });
  expect(errorOf(wider)).toEqual([400, "invalid_scope"]);
  const { body: narrow } = await refresh(scene.parties, tokens, { scope: "profile" });
  expect(narrow.scope).toBe("profile");
  expect(claimsOf(narrow.access_token).scope).toBe("profile");
  expect(narrow).not.toHaveProperty("id_token");
  const { body: whole } = await refresh(scene.parties, narrow);
  expect(whole.scope).toBe(offline.scope);
});

it("TK-16 refuses what is not a refresh token", async () => {
  const { refresh_token, access_token } = await givenTokens(scene.parties, offline);
  const twists = [
    refresh_token.slice(0, -1),
    `${refresh_token}=`,
    refresh_token.toUpperCase(),
    refresh_token.replace("_1_", "_2_"),
    refresh_token.replace("_1_", "_01_"),
    refresh_token.replace("atr_", "atc_"),
    access_token,
    "x".repeat(10_000),
  ];
  for (const twist of twists) {
    expect([twist, ...errorOf(await refresh(scene.parties, { refresh_token: twist }))]).toEqual([
      twist,
      ...invalidGrant,
    ]);
  }
  expect((await refresh(scene.parties, { refresh_token })).status).toBe(200);
});

it("PW-08 TK-16 outlives its session, and ends with the user's password", async () => {
  const mine = await givenParties(scene.url, { application: scene.parties.application });
  const tokens = await givenTokens(mine, offline);
  const token = await signIn(scene.url, mine.user);
  expect((await call(scene.url, "POST /api/auth/logout", { token: mine.user.token })).status).toBe(200);
  const { status, body } = await refresh(mine, tokens);
  expect(status).toBe(200);
  const newPassword = "another horse battery";
  const change = { currentPassword: mine.user.password, newPassword, confirmPassword: newPassword };
  expect((await call(scene.url, "PUT /api/user/password", { token, body: change })).status).toBe(200);
  expect(errorOf(await refresh(mine, body))).toEqual(invalidGrant);
});

it("RS-12 TK-16 revokes a refresh token with its family, once and for its application only (RFC 7009)", async () => {
  const tokens = await givenTokens(scene.parties, offline);
  const other = await registerApplication(scene.url);
  expect(errorOf(await revoke(tokens.refresh_token, other))).toEqual([400, "invalid_request"]);
  for (const _ of [1, 2]) expect((await revoke(tokens.refresh_token)).status).toBe(200);
  expect((await revoke("atr_unknown")).status).toBe(200);
  expect(errorOf(await revoke("x", { ...other, clientSecret: "atcs_wrong" }))).toEqual([401, "invalid_client"]);
  expect(errorOf(await refresh(scene.parties, tokens))).toEqual(invalidGrant);
  expect(await endReason(scene.product, tokens.refresh_token)).toEqual(["revoked"]);
});

it("TK-16 revokes one access token, and leaves the others of its family", async () => {
  const tokens = await givenTokens(scene.parties, offline);
  for (const _ of [1, 2]) expect((await revoke(tokens.access_token)).status).toBe(200);
  const events = await scene.product.history(authorizationStream(idOf(tokens.refresh_token)));
  const ended = events.flatMap(({ type, data }) => (type === "AccessTokenRevoked" ? [data.tokenId] : []));
  expect(ended).toEqual([claimsOf(tokens.access_token).jti]);
  expect((await refresh(scene.parties, tokens)).status).toBe(200);
});

it("RC-04 lets one of 50 rotations win, and ends the family", async () => {
  const tokens = await givenTokens(scene.parties, offline);
  const answers = await Promise.all(Array.from({ length: 50 }, () => refresh(scene.parties, tokens)));
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  for (const answer of answers.filter(({ status }) => status !== 200)) expect(errorOf(answer)).toEqual(invalidGrant);
  for (const { body } of won) expect(errorOf(await refresh(scene.parties, body))).toEqual(invalidGrant);
});

it("RC-04 leaves nothing that works where a refresh token is revoked and used at once", async () => {
  const tokens = await givenTokens(scene.parties, offline);
  const [revoked, used] = await Promise.all([revoke(tokens.refresh_token), refresh(scene.parties, tokens)]);
  expect(revoked.status).toBe(200);
  const next = used.status === 200 ? used.body : tokens;
  expect(errorOf(await refresh(scene.parties, next))).toEqual(invalidGrant);
});
