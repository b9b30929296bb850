/** @module-tag two-processes */
import { expect, it } from "vitest";
import { call } from "./client.ts";
import { consentScene, offline } from "./consent-scene.ts";
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
import { errorOf, invalidGrant, postForm } from "./token-calls.ts";

const scene = consentScene();

const statusOf = async (accessToken: string) => (await askUserinfo(scene.url, accessToken)).status;
const revoke = ({ application }: Parties, token: string) =>
  postForm(`${scene.url}/api/oauth/revoke`, { token }, { basic: application });

it("TK-07 ends the access token of a code that is used again, before that is answered", async () => {
  const verifier = newVerifier();
  const code = await givenCode(scene.parties, { verifier });
  const sent = { code, code_verifier: verifier };
  const { body } = await exchange(scene.parties, sent);
  expect(await statusOf(body.access_token)).toBe(200);
  expect(errorOf(await exchange(scene.parties, sent))).toEqual(invalidGrant);
  expect(await statusOf(body.access_token)).toBe(401);
});

it("RC-03 ends the tokens of a code that was redeemed 50 times at once", async () => {
  const verifier = newVerifier();
  const code = await givenCode(scene.parties, { verifier });
  const sent = { code, code_verifier: verifier };
  const answers = await Promise.all(Array.from({ length: 50 }, () => exchange(scene.parties, sent)));
  const won = answers.filter(({ status }) => status === 200);
  expect(won).toHaveLength(1);
  for (const { body } of won) expect(await statusOf(body.access_token)).toBe(401);
});

it("TK-16 ends every access token of a family with an earlier refresh token", async () => {
  const first = await givenTokens(scene.parties, offline);
  const { body: second } = await refresh(scene.parties, first);
  expect(await Promise.all([first, second].map((one) => statusOf(one.access_token)))).toEqual([200, 200]);
  expect(errorOf(await refresh(scene.parties, first))).toEqual(invalidGrant);
  expect(await Promise.all([first, second].map((one) => statusOf(one.access_token)))).toEqual([401, 401]);
});

it("RC-11 answers a revocation when no access token of it works any more", async () => {
  const tokens = await givenTokens(scene.parties, offline);
  const { body: next } = await refresh(scene.parties, tokens);
  expect((await revoke(scene.parties, tokens.access_token)).status).toBe(200);
  expect([await statusOf(tokens.access_token), await statusOf(next.access_token)]).toEqual([401, 200]);
  expect((await revoke(scene.parties, next.refresh_token)).status).toBe(200);
  expect(await statusOf(next.access_token)).toBe(401);
});

it("refuses to revoke the tokens of another application, which stay valid", async () => {
  const tokens = await givenTokens(scene.parties, offline);
  const other = await givenParties(scene.url, { user: scene.parties.user });
  expect(errorOf(await revoke(other, tokens.access_token))).toEqual([400, "invalid_request"]);
  expect(errorOf(await revoke(other, tokens.refresh_token))).toEqual([400, "invalid_request"]);
  expect(await statusOf(tokens.access_token)).toBe(200);
  expect((await refresh(scene.parties, tokens)).status).toBe(200);
});

it("accepts tokens of a consent that was granted again, and none of before its revocation", async () => {
  const mine = await givenParties(scene.url, { application: scene.parties.application });
  const before = await givenTokens(mine, offline);
  const disconnected = await call(scene.url, `DELETE /api/user/connected-apps/${mine.application.id}`, {
    token: mine.user.token,
  });
  expect(disconnected.status).toBe(200);
  const after = await givenTokens(mine, offline);
  expect([await statusOf(before.access_token), await statusOf(after.access_token)]).toEqual([401, 200]);
  expect(errorOf(await refresh(mine, before))).toEqual(invalidGrant);
  expect((await refresh(mine, after)).status).toBe(200);
});

it("RC-11 lets nothing succeed after the answer to a revoked consent", async () => {
  for (let round = 0; round < 5; round++) {
    const mine = await givenParties(scene.url, { application: scene.parties.application });
    const tokens = await givenTokens(mine, offline);
    const verifier = newVerifier();
    const code = await givenCode(mine, { ...offline, verifier });
    const path = `DELETE /api/user/connected-apps/${mine.application.id}`;
    const during = Promise.all([refresh(mine, tokens), exchange(mine, { code, code_verifier: verifier })]);
    expect((await call(scene.url, path, { token: mine.user.token })).status).toBe(200);
    const [refreshed, exchanged] = await during;
    const given = [tokens, ...[refreshed, exchanged].flatMap(({ status, body }) => (status === 200 ? [body] : []))];
    for (const each of given) {
      expect(await statusOf(each.access_token)).toBe(401);
      expect(errorOf(await refresh(mine, each))).toEqual(invalidGrant);
    }
    expect(errorOf(await exchange(mine, { code, code_verifier: verifier }))).toEqual(invalidGrant);
  }
});
