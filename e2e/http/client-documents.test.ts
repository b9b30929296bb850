import { createHash, randomBytes } from "node:crypto";
import { beforeAll, describe, expect, it } from "vitest";
import { sharedProductScene } from "../product-scenes.ts";
import { givenAdmin, type Member } from "./admins.ts";
import { answerIn, givenVisitor, type Visitor } from "./authorizations.ts";
import { call } from "./client.ts";
import { allowSource, deviceUri, documentHost } from "./document-host.ts";
import { askToken, claimsOf, postForm } from "./token-calls.ts";

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

const verifier = randomBytes(32).toString("base64url");
const challenge = createHash("sha256").update(verifier).digest("base64url");
const requestOf = (clientId: string, said: Record<string, string> = {}) => ({
  client_id: clientId,
  redirect_uri: deviceUri,
  response_type: "code",
  scope: "openid profile offline_access",
  state: "a state",
  code_challenge: challenge,
  code_challenge_method: "S256",
  ...said,
});

async function signedIn(clientId: string) {
  const request = requestOf(clientId);
  expect((await visitor.authorize(request)).status).toBe(200);
  const granted = await visitor.call("POST /api/oauth/authorize", {
    client_id: clientId,
    redirect_uri: deviceUri,
    scope: request.scope,
    state: request.state,
  });
  expect([granted.status, granted.body]).toMatchObject([200, {}]);
  const { code = "" } = answerIn(granted.body.redirectUrl);
  const fields = { grant_type: "authorization_code", code, redirect_uri: deviceUri, code_verifier: verifier };
  return askToken(url, { ...fields, client_id: clientId });
}

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

  it("CM-03 pushes its request", async () => {
    const clientId = host.describe("/clients/pushed.json");
    const pushed = await postForm(`${url}/api/oauth/par`, requestOf(clientId));
    expect([pushed.status, pushed.body]).toMatchObject([201, {}]);
    const { request_uri } = pushed.body;
    expect((await visitor.authorize({ client_id: clientId, request_uri })).status).toBe(200);
    expect(host.askedFor(clientId)).toBe(1);
  });
});
