import { applicationIdOf } from "@attestory/events/client-id.ts";
import { beforeAll, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin, type Member } from "./admins.ts";
import { givenVisitor, queryOf, Visitor } from "./authorizations.ts";
import { call } from "./client.ts";
import { allowSource, documentHost } from "./document-host.ts";
import { documentKeys, requestOf, signIn } from "./document-sign-in.ts";
import { askToken, errorOf, postForm } from "./token-calls.ts";

const product = sharedProductScene();
const host = documentHost();
const device = "urn:ietf:params:oauth:grant-type:device_code";
let url: string;
let admin: Member;
let visitor: Visitor;
beforeAll(async () => {
  url = product.url;
  admin = await givenAdmin(product);
  visitor = await givenVisitor(url);
  expect((await allowSource(url, admin, `${host.url}/clients/`)).status).toBe(201);
});

it("CM-17 is known by its address alone, and by the id that it has here nowhere", async () => {
  const { said, proofOf } = await documentKeys(url);
  const out = "https://tools.example/out";
  const grant_types = ["authorization_code", device];
  const clientId = host.describe("/clients/named.json", { ...said, grant_types, post_logout_redirect_uris: [out] });
  const given = await signIn({ url, visitor }, clientId, await proofOf(clientId));
  expect([given.status, given.body]).toMatchObject([200, {}]);
  const id = applicationIdOf(clientId);
  expect((await visitor.authorize(requestOf(id))).status).toBe(400);
  expect((await visitor.info(requestOf(id))).status).toBe(400);
  const { refresh_token, access_token: token } = given.body;
  const asked: Record<string, Record<string, string>> = {
    par: requestOf(id),
    device_authorization: { scope: "openid" },
    token: { grant_type: "refresh_token", refresh_token },
    revoke: { token },
    introspect: { token },
  };
  for (const [endpoint, fields] of Object.entries(asked)) {
    for (const subject of [id, clientId]) {
      const sent = { ...fields, client_id: id, ...(await proofOf(subject)) };
      expect(errorOf(await postForm(`${url}/api/oauth/${endpoint}`, sent)), endpoint).toEqual([401, "invalid_client"]);
    }
  }
  const left = (client_id: string) =>
    new Visitor(url).open(`/api/oauth/end_session?${queryOf({ client_id, post_logout_redirect_uri: out })}`);
  expect([(await left(clientId)).status, (await left(id)).status]).toEqual([303, 200]);
});

it("CM-03 is read where only the proof names it, without the parameter client_id", async () => {
  const { said, proofOf } = await documentKeys(url);
  const clientId = host.describe("/clients/unnamed.json", { ...said, grant_types: ["authorization_code", device] });
  const path = `${url}/api/oauth/device_authorization`;
  const asked = await postForm(path, { scope: "openid", ...(await proofOf(clientId)) });
  expect([asked.status, host.askedFor(clientId)]).toEqual([200, 1]);
  const { client_id: _, ...pushed } = requestOf(clientId);
  const bare = host.describe("/clients/unnamed-too.json", said);
  expect((await postForm(`${url}/api/oauth/par`, { ...pushed, ...(await proofOf(bare)) })).status).toBe(201);
});

it("CM-13 is answered 503 while its host cannot be reached, not invalid_client", async () => {
  const clientId = host.respond("/clients/broken.json", (_, response) => void response.writeHead(503).end());
  const pushed = await postForm(`${url}/api/oauth/par`, requestOf(clientId));
  const asked = await postForm(`${url}/api/oauth/device_authorization`, { client_id: clientId, scope: "openid" });
  for (const answer of [pushed, asked]) expect(errorOf(answer)).toEqual([503, "temporarily_unavailable"]);
});

it("CM-18 never acts for itself", async () => {
  const { said, proofOf } = await documentKeys(url);
  const clientId = host.describe("/clients/machine.json", said);
  expect((await signIn({ url, visitor }, clientId, await proofOf(clientId))).status).toBe(200);
  const asked = await askToken(url, { grant_type: "client_credentials", ...(await proofOf(clientId)) });
  expect(errorOf(asked)).toEqual([400, "unauthorized_client"]);
});

it("CM-19 cannot be trusted: its host decides where its answers go, and could add an address", async () => {
  const clientId = host.describe("/clients/trusted.json");
  await signIn({ url, visitor }, clientId);
  const path = `PUT /api/admin/applications/${applicationIdOf(clientId)}/trust`;
  const trusted = await call(url, path, { token: admin.token, body: { trusted: true } });
  expect([trusted.status, trusted.body.code]).toEqual([409, "described_by_document"]);
  expect((await visitor.authorize(requestOf(clientId))).status).toBe(200);
});

it("CM-02 asks each time for an address at localhost, though it is registered with its port", async () => {
  const redirect_uri = "http://localhost:3000/callback";
  const site = "https://tools.example/callback";
  const clientId = host.describe("/clients/local.json", { redirect_uris: [redirect_uri, site] });
  const request = requestOf(clientId, { redirect_uri, scope: "openid" });
  for (const time of [1, 2]) {
    expect((await visitor.authorize(request)).status, `time ${time}`).toBe(200);
    expect((await visitor.info(request)).body).toMatchObject({ onlyOnDevice: true });
    expect((await visitor.consent(request)).status).toBe(200);
  }
  const ofSite = requestOf(clientId, { redirect_uri: site });
  await visitor.authorize(ofSite);
  expect((await visitor.info(ofSite)).body).toMatchObject({ onlyOnDevice: false });
});
