import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin } from "./admins.ts";
import { registerApplication } from "./applications.ts";
import { call } from "./client.ts";
import { exchange, givenCode, givenParties, givenTokens, newVerifier, refresh } from "./grants.ts";
import { askToken, errorOf, invalidGrant, postForm } from "./token-calls.ts";

const product = sharedProductScene();
let url: string;
beforeAll(() => {
  url = product.url;
});

const own = { grant_type: "client_credentials" };
const invalidClient = [401, "invalid_client"];

it("TK-18 refuses a suspended application, and its codes and tokens stay dead when it is active again", async () => {
  const { token } = await givenAdmin(product);
  const parties = await givenParties(url);
  const { application } = parties;
  const setActive = async (isActive: boolean) => {
    const change = await call(url, `PUT /api/admin/applications/${application.id}/status`, {
      token,
      body: { isActive },
    });
    expect(change.status).toBe(200);
  };
  const verifier = newVerifier();
  const code = await givenCode(parties, { verifier });
  const ownToken = async () => (await askToken(url, own, { basic: application })).body.access_token;
  const isActive = async (token: string) =>
    (await postForm(`${url}/api/oauth/introspect`, { token }, { basic: application })).body.active;
  const before = await ownToken();
  expect(await isActive(before)).toBe(true);
  const tokens = await givenTokens(parties, { scope: "openid offline_access" });
  await setActive(false);
  expect(errorOf(await askToken(url, own, { basic: application }))).toEqual(invalidClient);
  expect(errorOf(await refresh(parties, tokens))).toEqual(invalidClient);
  await setActive(true);
  expect([await isActive(before), await isActive(await ownToken())]).toEqual([false, true]);
  expect(errorOf(await refresh(parties, tokens))).toEqual(invalidGrant);
  expect(errorOf(await exchange(parties, { code, code_verifier: verifier }))).toEqual(invalidGrant);
  expect((await givenTokens(parties)).access_token).toEqual(expect.any(String));
});

it("TK-18 refuses a deleted application", async () => {
  const application = await registerApplication(url);
  const { token } = application.developer;
  expect((await askToken(url, own, { basic: application })).status).toBe(200);
  expect((await call(url, `DELETE /api/developer/applications/${application.id}`, { token })).status).toBe(200);
  expect(errorOf(await askToken(url, own, { basic: application }))).toEqual(invalidClient);
});

it("TK-04 takes a rotated secret, and the former one only as long as its owner wants", async () => {
  const application = await registerApplication(url);
  const { token } = application.developer;
  const path = `POST /api/developer/applications/${application.id}/rotate-secret`;
  const rotated = await call(url, path, { token });
  expect(rotated.status).toBe(200);
  const { clientSecret } = rotated.body.application;
  expect(clientSecret).not.toBe(application.clientSecret);
  const { clientId } = application;
  expect((await askToken(url, own, { basic: { clientId, clientSecret } })).status).toBe(200);
  expect(errorOf(await askToken(url, own, { basic: application }))).toEqual(invalidClient);
});
