import { beforeAll, describe, expect, it } from "vitest";
import { ownProductScene } from "../product-scenes.ts";
import { givenAdmin, type Member } from "./admins.ts";
import { sampleKeys } from "./application-keys.ts";
import { redirectUri } from "./applications.ts";
import { type Answered, call } from "./client.ts";
import { givenInitialToken, manageClient, registerClient } from "./registration-calls.ts";
import { errorOf } from "./token-calls.ts";

const product = ownProductScene({ RATE_LIMITS: "on" });
let admin: Member;
let token: string;
beforeAll(async () => {
  admin = await givenAdmin(product);
  token = await givenInitialToken(product.url, admin, { uses: 10 });
});

const metadata = { client_name: "Ledgerline", redirect_uris: [redirectUri] };
const register = async (more: object = {}) => {
  const registered = await registerClient(product.url, token, { ...metadata, ...more });
  expect(registered.status).toBe(201);
  return registered;
};
const change = (client: Answered, more: object = {}) =>
  manageClient("PUT", product.url, { ...client, said: { ...metadata, client_id: client.body.client_id, ...more } });
/** By the owner, in the portal. */
const save = async ({ body: { client_id: id } }: Answered, settings: object) => {
  const body = { name: metadata.client_name, redirectUris: metadata.redirect_uris, ...settings };
  expect((await call(product.url, `PUT /api/developer/applications/${id}`, { token: admin.token, body })).status).toBe(
    200,
  );
};

const deviceGrants = { grant_types: ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"] };
const strict = {
  require_pushed_authorization_requests: true,
  dpop_bound_access_tokens: true,
  id_token_signed_response_alg: "ES256",
  token_endpoint_auth_method: "private_key_jwt",
};

describe("what an application changes by itself", () => {
  it("DR-07 keeps the protections that its metadata leave out, and replaces the rest", async () => {
    const client = await register({ ...strict, jwks: sampleKeys, client_uri: "https://app.example.com/" });
    const { status, body } = await change(client);
    expect([status, body]).toMatchObject([200, { ...strict, jwks: sampleKeys }]);
    expect(body).not.toHaveProperty("client_uri");
    await manageClient("DELETE", product.url, client);
  });

  it("DR-07 is never weaker than its owner required, and may be stricter", async () => {
    const client = await register();
    await save(client, {
      requirePushedRequests: true,
      requireDpop: true,
      idTokenAlgorithm: "ES256",
      tokenEndpointAuthMethod: "private_key_jwt",
      jwks: sampleKeys,
    });
    expect((await change(client)).body).toMatchObject(strict);
    const weaker = [
      { require_pushed_authorization_requests: false },
      { dpop_bound_access_tokens: false },
      { id_token_signed_response_alg: "RS256" },
      { token_endpoint_auth_method: "client_secret_basic" },
      { request_object_signing_alg: "none" },
      deviceGrants,
    ];
    for (const said of weaker) {
      expect([said, ...errorOf(await change(client, said))]).toEqual([said, 400, "invalid_client_metadata"]);
    }
    await save(client, { requireDpop: false });
    expect((await change(client)).body).toMatchObject({ dpop_bound_access_tokens: false });
    expect((await change(client, { dpop_bound_access_tokens: true })).status).toBe(200);
    const { status, body } = await change(client, { dpop_bound_access_tokens: false });
    expect([status, body.dpop_bound_access_tokens]).toEqual([200, false]);
    await manageClient("DELETE", product.url, client);
  });

  it("DR-07 takes back what only it has chosen, until its owner saves it", async () => {
    const client = await register({ dpop_bound_access_tokens: true });
    const { body } = await change(client, { ...deviceGrants, dpop_bound_access_tokens: false });
    expect(body).toMatchObject({ dpop_bound_access_tokens: false });
    expect(body.grant_types).toEqual(expect.arrayContaining(deviceGrants.grant_types));
    expect((await change(client, { dpop_bound_access_tokens: true })).status).toBe(200);
    await save(client, {});
    const afterSave = await change(client, { dpop_bound_access_tokens: false });
    expect(errorOf(afterSave)).toEqual([400, "invalid_client_metadata"]);
    await manageClient("DELETE", product.url, client);
  });

  it("DR-08 is limited to ten changes an hour, each application for itself", async () => {
    const [one, other] = [await register(), await register()];
    for (let name = 1; name <= 10; name++) {
      expect((await change(one, { client_name: `Ledger ${name}` })).status).toBe(200);
    }
    const refused = await change(one, { client_name: "Ledger 11" });
    expect(refused.status).toBe(429);
    expect(Number(refused.headers.get("retry-after"))).toBeGreaterThan(0);
    const { status, body } = await manageClient("GET", product.url, one);
    expect([status, body.client_name]).toEqual([200, "Ledger 10"]);
    expect((await change(other, { client_name: "Ledger" })).status).toBe(200);
    for (const client of [one, other]) expect((await manageClient("DELETE", product.url, client)).status).toBe(204);
  });
});
