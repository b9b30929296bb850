import { createLocalJWKSet, jwtVerify } from "jose";
import { expect, it } from "vitest";
import { apiScene, change, givenApi, introspect, newResource, rest, scopes } from "./api-scene.ts";
import { registerApplication } from "./applications.ts";
import { call } from "./client.ts";
import { askUserinfo, exchange, givenCode, givenTokens, newVerifier, refresh } from "./grants.ts";
import { askToken, claimsOf, errorOf, postForm } from "./token-calls.ts";

const scene = apiScene();
const asking = (said: Record<string, string> = {}) => ({
  scope: "openid offline_access invoices:read",
  resource: scene.api.resource,
  ...said,
});
const invalidTarget = [400, "invalid_target"];

it("RI-01 gives an application's API access tokens of its own, by RFC 9068", async () => {
  const { url, parties, api } = scene;
  const tokens = await givenTokens(parties, asking());
  expect(tokens.scope).toBe("openid offline_access invoices:read");
  const { body } = await call(url, "GET /api/oauth/jwks");
  const { payload, protectedHeader } = await jwtVerify(tokens.access_token, createLocalJWKSet(body), {
    issuer: url,
    audience: api.resource,
    typ: "at+jwt",
  });
  expect(protectedHeader.alg).toBe("ES256");
  expect(payload).toEqual({
    iss: url,
    sub: parties.user.id,
    aud: api.resource,
    client_id: parties.application.id,
    scope: "invoices:read",
    iat: expect.any(Number),
    exp: (payload.iat ?? 0) + 3600,
    jti: expect.any(String),
    auth_time: expect.any(Number),
    acr: "urn:attestory:acr:1fa",
    amr: ["pwd"],
    grant: expect.any(String),
    api: api.id,
  });
  expect(claimsOf(tokens.id_token)).toMatchObject({ aud: parties.application.id, sub: parties.user.id });
  const renewed = await refresh(parties, tokens);
  expect(claimsOf(renewed.body.access_token)).toMatchObject({ aud: api.resource, scope: "invoices:read" });
});

it("RI-02 takes a token for an API at none of the service's own endpoints", async () => {
  const { access_token } = await givenTokens(scene.parties, asking({ scope: "openid profile email roles" }));
  expect(claimsOf(access_token)).not.toHaveProperty("scope");
  expect(claimsOf(access_token)).not.toHaveProperty("roles");
  expect(errorOf(await askUserinfo(scene.url, access_token))).toEqual([401, "invalid_token"]);
});

it("RI-03 describes a token for an API to its application and to the owner of the API, until it ends", async () => {
  const { url, parties, api } = scene;
  const { access_token: token } = await givenTokens(parties, asking());
  const active = async (by = api) => (await introspect(url, token, by)).body.active;
  const other = await registerApplication(url);
  expect((await introspect(url, token, api)).body).toMatchObject({
    active: true,
    aud: api.resource,
    scope: "invoices:read",
    client_id: parties.application.id,
    sub: parties.user.id,
  });
  expect([await active(parties.application as typeof api), await active(other as typeof api)]).toEqual([true, false]);
  const revoked = await postForm(`${url}/api/oauth/revoke`, { token }, { basic: parties.application });
  expect([revoked.status, await active(), await active(parties.application as typeof api)]).toEqual([
    200,
    false,
    false,
  ]);
});

it("RI-04 gives an identifier to the first who claims it, until they let go of it", async () => {
  const { url, api, product } = scene;
  const other = await registerApplication(url);
  const claim = (resource: string) => change(url, other, { api: { resource, scopes } });
  const taken = await claim(api.resource);
  expect([taken.status, Object.keys(taken.body.fields ?? {})]).toEqual([400, ["api.resource"]]);
  expect((await claim(`${api.resource}/`)).status).toBe(400);
  expect((await claim(`${url}/api`)).body.fields).toEqual({ "api.resource": expect.any(String) });

  const first = await givenApi(url);
  expect((await claim(first.resource)).status).toBe(400);
  expect((await change(url, first, { api: { resource: newResource(), scopes } })).status).toBe(200);
  expect((await claim(first.resource)).status).toBe(400);
  await rest(product, first);
  expect((await claim(first.resource)).status).toBe(200);
  const second = await givenApi(url);
  const deleted = await call(url, `DELETE /api/developer/applications/${second.id}`, { token: second.developer.token });
  expect([deleted.status, (await claim(second.resource)).status]).toEqual([200, 400]);
  await rest(product, second);
  expect((await claim(second.resource)).status).toBe(200);
  await rest(product, first);
  // The one that it had before is free again.
  expect((await change(url, second, {})).status).toBe(404);
  expect((await givenApi(url, { api: { resource: first.resource, scopes } })).resource).toBe(first.resource);
});

it("RI-05 refuses another resource at the token endpoint than the one that was granted", async () => {
  const { parties, api, url } = scene;
  const other = await givenApi(url);
  const verifier = newVerifier();
  const code = await givenCode(parties, { verifier, ...asking() });
  const sent = { code, code_verifier: verifier };
  expect(errorOf(await exchange(parties, { ...sent, resource: other.resource }))).toEqual(invalidTarget);
  const given = await exchange(parties, { ...sent, resource: api.resource });
  expect(given.status).toBe(200);
  const again = (resource: string) =>
    askToken(
      url,
      { grant_type: "refresh_token", refresh_token: given.body.refresh_token, resource },
      { basic: parties.application },
    );
  expect(errorOf(await again(other.resource))).toEqual(invalidTarget);
  expect((await again(api.resource)).status).toBe(200);
  // The replay ends what the code gave, whatever else is sent.
  expect(errorOf(await exchange(parties, { ...sent, resource: other.resource }))).toEqual([400, "invalid_grant"]);
  expect((await introspect(url, given.body.access_token, api)).body.active).toBe(false);
});
