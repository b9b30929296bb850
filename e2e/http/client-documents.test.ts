import { applicationIdOf } from "@attestory/events/client-id.ts";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin, type Member } from "./admins.ts";
import { answerIn, givenVisitor, type Visitor } from "./authorizations.ts";
import { call } from "./client.ts";
import { allowSource, deviceUri, documentHost, removeSource } from "./document-host.ts";
import { documentKeys, requestOf, signIn, verifier } from "./document-sign-in.ts";
import { askUntilUpToDate } from "./own-writes.ts";
import { askToken, claimsOf, errorOf, invalidGrant, postForm } from "./token-calls.ts";

const product = sharedProductScene();
const host = documentHost();
let url: string;
let admin: Member;
let visitor: Visitor;
beforeAll(async () => {
  url = product.url;
  admin = await givenAdmin(product);
  visitor = await givenVisitor(url);
  expect((await allowSource(url, admin, `${host.url}/clients/`)).status).toBe(201);
});

const signedIn = (clientId: string) => signIn({ url, visitor }, clientId);

describe("an application that describes itself", () => {
  it("CM-01 signs a user in by the address of its document, which its tokens name", async () => {
    const clientId = host.describe("/clients/first.json");
    const given = await signedIn(clientId);
    expect([given.status, given.body]).toMatchObject([200, {}]);
    expect(claimsOf(given.body.id_token)).toMatchObject({ aud: clientId, azp: clientId });
    expect(claimsOf(given.body.access_token)).toMatchObject({ client_id: clientId });
    const me = await call(url, "GET /api/oauth/userinfo", { token: given.body.access_token });
    expect(me.status).toBe(200);
    const refreshing = { grant_type: "refresh_token", refresh_token: given.body.refresh_token, client_id: clientId };
    expect((await askToken(url, refreshing)).status).toBe(200);
    expect(host.askedFor(clientId)).toBe(1);
  });

  it("CM-02 shows its host, and that its answers stay on the device", async () => {
    const clientId = host.describe("/clients/shown.json", { client_name: "Your bank" });
    await visitor.authorize(requestOf(clientId));
    const asked = await visitor.info(requestOf(clientId));
    expect(asked.body).toMatchObject({
      application: { name: "Your bank" },
      clientHost: new URL(host.url).host,
      onlyOnDevice: true,
    });
  });

  it("CM-03 pushes its request, by its key, and introspects its tokens", async () => {
    const { said, proofOf } = await documentKeys(url);
    const clientId = host.describe("/clients/signing.json", said);
    const proof = async () => ({ client_id: clientId, ...(await proofOf(clientId)) });
    const pushed = await postForm(`${url}/api/oauth/par`, { ...requestOf(clientId), ...(await proof()) });
    expect([pushed.status, pushed.body]).toMatchObject([201, {}]);
    const { request_uri } = pushed.body;
    expect((await visitor.authorize({ client_id: clientId, request_uri })).status).toBe(200);
    const asked = await visitor.info({ client_id: clientId, request_uri });
    const { authorizationId } = asked.body;
    const { scope, state } = requestOf(clientId);
    const named = { authorizationId, client_id: clientId, redirect_uri: deviceUri, scope, state };
    const granted = await visitor.call("POST /api/oauth/authorize", named);
    const { code = "" } = answerIn(granted.body.redirectUrl);
    const fields = { grant_type: "authorization_code", code, redirect_uri: deviceUri, code_verifier: verifier };
    const { body: tokens } = await askToken(url, { ...fields, ...(await proof()) });
    for (const token of [tokens.access_token, tokens.refresh_token]) {
      const ask = async () => postForm(`${url}/api/oauth/introspect`, { token, ...(await proof()) });
      expect((await askUntilUpToDate(ask)).body).toMatchObject({ active: true, client_id: clientId });
    }
    expect(host.askedFor(clientId)).toBe(1);
  });

  it("CM-03 signs a user in on a device", async () => {
    const device = "urn:ietf:params:oauth:grant-type:device_code";
    const clientId = host.describe("/clients/device.json", { grant_types: ["authorization_code", device] });
    const path = `${url}/api/oauth/device_authorization`;
    const asked = await postForm(path, { client_id: clientId, scope: "openid" });
    expect([asked.status, asked.body]).toMatchObject([200, { user_code: expect.any(String) }]);
    const seen = await visitor.call("POST /api/oauth/device/request", { userCode: asked.body.user_code });
    expect(seen.body).toMatchObject({ clientHost: new URL(host.url).host });
  });

  it("CM-04 CM-10 shows a page that says what is wrong, and nothing of what was answered", async () => {
    const secret = "reached-what-is-inside";
    const wrong = {
      "is not its address": host.describe("/clients/other.json", { client_id: `https://${secret}.example/` }),
      "application/json": host.describe("/clients/page.json", {}, { "Content-Type": `text/${secret}` }),
      "no redirect": host.respond("/clients/moved.json", (_, response) =>
        response.writeHead(302, { location: `https://${secret}.example/` }).end(),
      ),
      "a client secret": host.describe("/clients/secret.json", { client_secret: secret }),
      "there is none": `${host.url}/clients/none.json`,
      "takes no applications": `${host.url}/elsewhere.json`,
      "that no metadata document can have": `${host.url}/clients/a/../first.json`,
    };
    for (const [sentence, clientId] of Object.entries(wrong)) {
      const page = await visitor.authorize(requestOf(clientId));
      expect([page.status, page.headers.get("content-type")], sentence).toEqual([400, "text/html; charset=utf-8"]);
      expect(page.body).toContain(sentence);
      expect(page.body).not.toContain(secret);
      const pushed = await postForm(`${url}/api/oauth/par`, requestOf(clientId));
      expect(errorOf(pushed), sentence).toEqual([401, "invalid_client"]);
    }
    expect(host.asked).not.toContain("/elsewhere.json");
  });

  it("CM-12 ends with its entry: no sign-in, no refresh, no token, and nothing comes back with a new entry", async () => {
    const admin = await givenAdmin(product);
    const allowed = await allowSource(url, admin, `${host.url}/ending/`);
    const clientId = host.describe("/ending/client.json");
    const { body: tokens } = await signedIn(clientId);
    const refresh = () =>
      askToken(url, { grant_type: "refresh_token", refresh_token: tokens.refresh_token, client_id: clientId });
    const userinfo = async () => (await call(url, "GET /api/oauth/userinfo", { token: tokens.access_token })).status;
    expect(await userinfo()).toBe(200);
    expect((await removeSource(url, admin, allowed)).status).toBe(200);
    expect(errorOf(await refresh())).toEqual([401, "invalid_client"]);
    expect(await userinfo()).toBe(401);
    expect((await visitor.authorize(requestOf(clientId))).status).toBe(400);
    await allowSource(url, admin, `${host.url}/ending/`);
    const again = await signedIn(clientId);
    expect(again.status).toBe(200);
    expect(errorOf(await refresh())).toEqual(invalidGrant);
    expect(await userinfo()).toBe(401);
  });

  it("CM-16 keeps the settings that its document says, also against its owner", async () => {
    const clientId = host.describe("/clients/owned.json");
    await signedIn(clientId);
    const id = applicationIdOf(clientId);
    const mine = () => call(url, "GET /api/developer/applications", { token: admin.token });
    await expect.poll(async () => JSON.stringify((await mine()).body), { timeout: 20_000 }).toContain(clientId);
    const shown = await call(url, `GET /api/oauth/applications/${encodeURIComponent(clientId)}`);
    expect([shown.status, shown.body]).toEqual([200, { name: new URL(host.url).host, logoUrl: null }]);
    const body = { name: "Mine", redirectUris: ["https://app.example.com/callback"] };
    const changed = await call(url, `PUT /api/developer/applications/${id}`, { token: admin.token, body });
    expect([changed.status, changed.body.code]).toEqual([409, "described_by_document"]);
  });
});
