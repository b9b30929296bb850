import { initialAccessTokenStream } from "@attestory/events/envelope.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin, type Member, setRoles } from "./admins.ts";
import { sampleKeys } from "./application-keys.ts";
import { givenDeveloper, redirectUri } from "./applications.ts";
import { call } from "./client.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import {
  givenInitialToken,
  makeInitialToken,
  manageClient,
  registerClient,
  revokeInitialToken,
} from "./registration-calls.ts";
import { knowingAll } from "./stored-log.ts";
import { askToken, errorOf } from "./token-calls.ts";

const product = sharedProductScene();
let url: string;
let admin: Member;
let token: string;
beforeAll(async () => {
  url = product.url;
  admin = await givenAdmin(product);
  token = await givenInitialToken(url, admin, { uses: 100 });
});

const own = { grant_type: "client_credentials" };
const metadata = { client_name: "Ledgerline", redirect_uris: [redirectUri] };
const register = (body: object = metadata, by = token) => registerClient(url, by, body);
const invalidToken = [401, "invalid_token"];

describe("an initial access token", () => {
  it("DR-01 is shown once to the admin who makes it, and is in no event", async () => {
    const made = await makeInitialToken(url, admin, { uses: 3, expiresInDays: 1 });
    const { id, token: text } = made.body.initialAccessToken;
    expect([made.status, made.headers.get("cache-control")]).toEqual([201, "no-store"]);
    const headers = await knowingAll(product);
    const asking = { token: admin.token, headers };
    const listed = await askUntilUpToDate(() => call(url, "GET /api/admin/initial-access-tokens", asking));
    const found = listed.body.initialAccessTokens.find((each: { id: string }) => each.id === id);
    expect(found).toMatchObject({ label: "Build server", uses: 3, used: 0, state: "open", madeBy: { id: admin.id } });
    const events = await product.history(initialAccessTokenStream(id));
    const stored = JSON.stringify([listed.body, events.map(({ data }) => data)]);
    expect(stored).not.toContain(text.slice(-43));
  });

  it("DR-02 registers as many applications as its admin said, also if they come at once, and none once revoked", async () => {
    const two = await givenInitialToken(url, admin, { uses: 2 });
    const answers = await Promise.all([1, 2, 3, 4].map(() => register(metadata, two)));
    expect(answers.map(({ status }) => status).sort()).toEqual([201, 201, 401, 401]);
    const made = await makeInitialToken(url, admin);
    await revokeInitialToken(url, admin, made.body);
    expect(errorOf(await register(metadata, made.body.initialAccessToken.token))).toEqual(invalidToken);
    for (const wrong of [undefined, `${token.slice(0, -2)}${token.endsWith("AA") ? "BB" : "AA"}`, admin.token]) {
      const answer = await registerClient(url, wrong, metadata);
      expect(errorOf(answer)).toEqual(invalidToken);
      expect(answer.headers.get("www-authenticate")).toContain("Bearer");
    }
    for (const client of answers.filter(({ status }) => status === 201)) await manageClient("DELETE", url, client);
  });

  it("DR-02 keeps its use when the metadata are refused, and ends with its maker's time as an admin", async () => {
    const maker = await givenAdmin(product);
    const once = await givenInitialToken(url, maker);
    const keyless = { ...metadata, token_endpoint_auth_method: "private_key_jwt" };
    expect(errorOf(await register(keyless, once))).toEqual([400, "invalid_client_metadata"]);
    const ending = await givenInitialToken(url, maker);
    expect((await register(metadata, once)).status).toBe(201);
    for (const isAdmin of [false, true]) {
      await setRoles(url, { by: admin, of: maker }, { isAdmin, isDeveloper: true, isPro: false });
      expect(errorOf(await register(metadata, ending))).toEqual(invalidToken);
    }
  });
});

describe("an application that registers itself", () => {
  it("DR-03 gets what it asked for, works at once, and belongs to the admin", async () => {
    const sent = { ...metadata, software_id: "ignored", scope: "openid", post_logout_redirect_uris: [redirectUri] };
    const registered = await register(sent);
    expect([registered.status, registered.body]).toEqual([
      201,
      {
        client_id: expect.any(String),
        client_id_issued_at: expect.any(Number),
        client_secret: expect.stringMatching(/^atcs_/),
        client_secret_expires_at: 0,
        registration_access_token: expect.stringMatching(/^atg_/),
        registration_client_uri: `${url}/api/oauth/register/${registered.body.client_id}`,
        ...metadata,
        post_logout_redirect_uris: [redirectUri],
        token_endpoint_auth_method: "client_secret_basic",
        grant_types: ["authorization_code", "refresh_token", "client_credentials"],
        response_types: ["code"],
        id_token_signed_response_alg: "RS256",
        require_pushed_authorization_requests: false,
        dpop_bound_access_tokens: false,
        subject_type: "public",
      },
    ]);
    const { client_id: clientId, client_secret: clientSecret } = registered.body;
    expect((await askToken(url, own, { basic: { clientId, clientSecret } })).status).toBe(200);
    const { status, body } = await manageClient("GET", url, registered);
    const { client_secret: _, client_secret_expires_at: __, ...shown } = registered.body;
    expect([status, body]).toEqual([200, shown]);
    await manageClient("DELETE", url, registered);
  });

  it("DR-04 oidcc-redirect-uri-regfrag is public or signs if it says so, and is refused in the words of the specification", async () => {
    const open = await register({ ...metadata, token_endpoint_auth_method: "none", application_type: "native" });
    expect(open.body).toMatchObject({ token_endpoint_auth_method: "none" });
    expect(open.body).not.toHaveProperty("client_secret");
    await manageClient("DELETE", url, open);
    const signing = { ...metadata, token_endpoint_auth_method: "private_key_jwt", jwks: sampleKeys };
    const signed = await register(signing);
    expect([signed.status, signed.body]).toMatchObject([201, signing]);
    await manageClient("DELETE", url, signed);
    const asking = {
      ...metadata,
      grant_types: ["authorization_code", "urn:ietf:params:oauth:grant-type:device_code"],
      backchannel_logout_uri: redirectUri,
      id_token_signed_response_alg: "ES256",
      require_pushed_authorization_requests: true,
      dpop_bound_access_tokens: true,
      request_object_signing_alg: "none",
    };
    const strict = await register(asking);
    const { grant_types: grants, ...kept } = asking;
    expect([strict.status, strict.body]).toMatchObject([201, kept]);
    expect(strict.body.grant_types).toEqual(expect.arrayContaining(grants));
    await manageClient("DELETE", url, strict);
    const refused: [object, string][] = [
      [{ redirect_uris: [] }, "invalid_redirect_uri"],
      [{ redirect_uris: [`${redirectUri}#part`] }, "invalid_redirect_uri"],
      [{ redirect_uris: undefined }, "invalid_redirect_uri"],
      [{ redirect_uris: ["http://app.example.com/cb"] }, "invalid_redirect_uri"],
      [{ client_name: "a".repeat(101) }, "invalid_client_metadata"],
      [{ jwks_uri: "https://app.example.com/jwks" }, "invalid_client_metadata"],
      [{ token_endpoint_auth_method: "tls_client_auth" }, "invalid_client_metadata"],
      [{ token_endpoint_auth_method: "private_key_jwt" }, "invalid_client_metadata"],
      [{ jwks: { keys: [{ kty: "oct", k: "c2VjcmV0" }] } }, "invalid_client_metadata"],
      [{ response_types: ["token"] }, "invalid_client_metadata"],
      [{ require_pushed_authorization_requests: "yes" }, "invalid_client_metadata"],
      [{ grant_types: ["implicit"] }, "invalid_client_metadata"],
      [{ logo_uri: "javascript:alert(1)" }, "invalid_client_metadata"],
    ];
    for (const [said, error] of refused) {
      expect([said, ...errorOf(await register({ ...metadata, ...said }))]).toEqual([said, 400, error]);
    }
  });

  it("DR-05 changes and deletes itself by its own token, and nothing else", async () => {
    const [one, other] = [await register(), await register()];
    const { client_id: clientId, client_secret: clientSecret } = one.body;
    const asked = { client_id: clientId, client_name: "Ledger", redirect_uris: [`${redirectUri}2`] };
    const foreign = { body: one.body, token: other.body.registration_access_token };
    expect(errorOf(await manageClient("GET", url, foreign))).toEqual(invalidToken);
    expect(errorOf(await manageClient("PUT", url, { ...foreign, said: asked }))).toEqual(invalidToken);
    expect(errorOf(await manageClient("DELETE", url, foreign))).toEqual(invalidToken);
    expect(errorOf(await manageClient("GET", url, { body: one.body, token }))).toEqual(invalidToken);
    const { status, body } = await manageClient("PUT", url, { ...one, said: asked });
    expect([status, body]).toMatchObject([200, asked]);
    const wrong = { ...asked, client_id: other.body.client_id };
    expect(errorOf(await manageClient("PUT", url, { ...one, said: wrong }))).toEqual([400, "invalid_client_metadata"]);
    expect((await manageClient("DELETE", url, one)).status).toBe(204);
    expect(errorOf(await manageClient("GET", url, one))).toEqual(invalidToken);
    expect(errorOf(await askToken(url, own, { basic: { clientId, clientSecret } }))).toEqual([401, "invalid_client"]);
    await manageClient("DELETE", url, other);
  });

  it("DR-05 is its owner's alone once it was handed over, also when it comes back", async () => {
    const client = await register();
    const next = await givenDeveloper(url);
    const path = `/api/admin/applications/${client.body.client_id}/hand-over`;
    for (const userId of [next.id, admin.id]) {
      const body = { userId };
      expect((await call(url, `POST ${path}`, { token: admin.token, body })).status).toBe(200);
      for (const method of ["GET", "DELETE"] as const) {
        expect(errorOf(await manageClient(method, url, client))).toEqual(invalidToken);
      }
    }
  });
});
